package dev.airlock.runtime.bindings;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorName;
import java.util.Locale;

/**
 * The name of a binding, {@code kind/service/identity}, such as {@code oauth2/slack/work}.
 *
 * @param kind the kind of credential
 * @param service its service, in lower case
 * @param identity the account at the service, in lower case
 */
public record BindingName(CredentialKind kind, String service, String identity) implements Comparable<BindingName> {
    /** The identity for a person with only one account. */
    public static final String DEFAULT_IDENTITY = "default";

    private static final String WORD = "[a-z0-9][a-z0-9._-]{0,62}";
    private static final String SHAPE = "write kind/service/identity, for instance oauth2/slack/work";
    private static final int PARTS = 3;

    /** @throws IllegalArgumentException if a part contains anything but lower-case letters, digits, {@code .}, {@code _} and {@code -} */
    public BindingName {
        if (!service.matches(WORD) || !identity.matches(WORD)) {
            throw new IllegalArgumentException("not a binding's name: " + Printable.quoted(service + "/" + identity));
        }
    }

    /** Parses a name that a person wrote. */
    public static Parsed<BindingName> parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != PARTS || !parts[1].matches(WORD) || !parts[2].matches(WORD)) {
            return Parsed.wrong("the name " + Printable.quoted(text) + " is not a binding's", SHAPE);
        }
        return CredentialKind.parse(parts[0]).map(kind -> new BindingName(kind, parts[1], parts[2]));
    }

    /** Returns the kind of credential at the start of a binding's name; without a slash, the whole text is the kind. */
    public static String kindIn(String binding) {
        int slash = binding.indexOf('/');
        return slash < 0 ? binding : binding.substring(0, slash);
    }

    /** Returns a service's name for a connector: the last part of the connector's name. */
    public static String serviceOf(ConnectorName connector) {
        String whole = connector.toString();
        String last = whole.substring(whole.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return last.matches(WORD) ? last : "service";
    }

    @Override
    public int compareTo(BindingName other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return kind.word() + "/" + service + "/" + identity;
    }
}
