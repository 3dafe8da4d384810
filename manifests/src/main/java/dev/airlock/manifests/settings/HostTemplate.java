package dev.airlock.manifests.settings;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.hosts.NetworkGrant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An entry of {@code hosts} that a setting completes: one label of a name, <code>{settings.site}.example.com:443</code>, or the whole
 * entry, <code>{settings.server}</code>. The completed entry goes through the same strict parser as any other entry.
 *
 * @param text the entry as written in the manifest
 * @param setting the setting's name
 */
public record HostTemplate(String text, String setting) {
    private static final String OPENING = "{settings.";
    private static final String HTTP = "http://";
    private static final String EXAMPLE =
            "write one label, \"{settings.site}.example.com:443\", or the whole entry, \"{settings.server}\"";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{settings\\.([a-z][a-z0-9_]*)}");
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?");

    /** Returns whether an entry is meant as a template. */
    public static boolean isOne(String text) {
        return text.contains("{");
    }

    /** Parses an entry. */
    public static Parsed<HostTemplate> parse(String text) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        if (!matcher.find()) {
            return wrong(text, "has a brace that does not begin " + OPENING + "NAME}");
        }
        HostTemplate template = new HostTemplate(text, matcher.group(1));
        if (matcher.find() || text.indexOf('{') != text.lastIndexOf('{')) {
            return wrong(text, "has more than one setting");
        }
        if (template.isWhole()) {
            return Parsed.ok(template);
        }
        boolean isLabel = template.before().matches("(http://)?([^{}]*\\.)?")
                && template.after().startsWith(".");
        if (!isLabel) {
            return wrong(text, "has a setting that is neither one label nor all of it");
        }
        return NetworkGrant.parse(template.filledWith("x")).map(unused -> template);
    }

    /** Returns the entry completed with a value. */
    public Parsed<NetworkGrant> fill(String value) {
        if (isWhole()) {
            return value.contains("://")
                    ? Parsed.wrong(
                            "setting " + setting + " has a scheme, " + Printable.quoted(value),
                            "write host:port alone, for instance \"tickets.example.com:443\"")
                    : NetworkGrant.parse(before() + value);
        }
        if (!LABEL.matcher(value).matches()) {
            return Parsed.wrong(
                    "setting " + setting + " is " + Printable.quoted(value)
                            + ", which is not one label of a host's name",
                    "use letters, digits and hyphens, without dots, for instance \"acme\"");
        }
        return NetworkGrant.parse(filledWith(value))
                .then(grant -> grant.address().host().address().isPresent()
                        ? Parsed.wrong(
                                "setting " + setting + " makes an address of " + Printable.quoted(text), "name a host")
                        : Parsed.ok(grant));
    }

    /** Returns the value that makes the entry a grant of that host, if there is one. */
    public Optional<String> valueFor(NetworkGrant host) {
        String whole = host.toString();
        boolean fits = whole.startsWith(before())
                && whole.endsWith(after())
                && whole.length() > before().length() + after().length();
        return fits
                ? Optional.of(whole.substring(before().length(), whole.length() - after().length()))
                        .filter(value ->
                                fill(value).optional().filter(host::equals).isPresent())
                : Optional.empty();
    }

    /** Returns the entry as written in the manifest. */
    @Override
    public String toString() {
        return text;
    }

    private boolean isWhole() {
        return after().isEmpty() && (before().isEmpty() || before().equals(HTTP));
    }

    private String before() {
        return text.substring(0, text.indexOf(OPENING));
    }

    private String after() {
        return text.substring(text.indexOf('}') + 1);
    }

    private String filledWith(String value) {
        return before() + value + after();
    }

    private static <T> Parsed<T> wrong(String text, String what) {
        return Parsed.wrong("host " + Printable.quoted(text) + " " + what, EXAMPLE);
    }
}
