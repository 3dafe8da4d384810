package dev.airlock.registry.packages;

import dev.airlock.manifests.names.ConnectorName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The trusted keys of each publisher. A publisher is a full name's {@code scheme://owner/repo}. It may have several keys, so that one can
 * replace another. No publisher is trusted by default. Immutable.
 *
 * @param publishers the keys of each publisher, at least one, in the order in which they were trusted
 */
public record Keyring(Map<String, List<PublisherKey>> publishers) {
    /** Copies the map. */
    public Keyring {
        Map<String, List<PublisherKey>> copy = new TreeMap<>();
        publishers.forEach((authority, keys) -> copy.put(authority, List.copyOf(keys)));
        publishers = Collections.unmodifiableMap(copy);
    }

    /** Returns a keyring that trusts no publisher. */
    public static Keyring empty() {
        return new Keyring(Map.of());
    }

    /** Returns the trusted keys for the publisher of a name; none if the publisher is not trusted. */
    public List<PublisherKey> trustedFor(ConnectorName name) {
        return publishers.getOrDefault(name.authority(), List.of());
    }

    /** Returns a keyring that trusts one more key. */
    public Keyring with(String authority, PublisherKey key) {
        Map<String, List<PublisherKey>> more = new TreeMap<>(publishers);
        List<PublisherKey> keys = new ArrayList<>(publishers.getOrDefault(authority, List.of()));
        if (!keys.contains(key)) {
            keys.add(key);
        }
        more.put(authority, keys);
        return new Keyring(more);
    }

    /** Returns a keyring without a key. */
    public Keyring without(String authority, PublisherKey key) {
        Map<String, List<PublisherKey>> fewer = new TreeMap<>(publishers);
        List<PublisherKey> keys = new ArrayList<>(publishers.getOrDefault(authority, List.of()));
        keys.removeIf(key::equals);
        if (keys.isEmpty()) {
            fewer.remove(authority);
        } else {
            fewer.put(authority, keys);
        }
        return new Keyring(fewer);
    }

    /**
     * Checks a package's signatures against the trusted keys. Each of its signatures must verify with one of them. If a key is trusted, an
     * unsigned package is refused; otherwise removing the signatures would bypass the check.
     *
     * @param name the name in the package's own manifest
     */
    public SignatureCheck check(ConnectorPackage content, ConnectorName name) {
        List<PublisherKey> trusted = trustedFor(name);
        if (trusted.isEmpty()) {
            return content.isSigned()
                    ? new SignatureCheck.NobodyTrusted(name.authority())
                    : new SignatureCheck.Unsigned();
        }
        if (!content.isSigned()) {
            return new SignatureCheck.Failed(
                    name.authority(), "It is not signed, but a key is trusted for " + name.authority() + ".");
        }
        return check(content, name.authority(), trusted);
    }

    private static SignatureCheck check(ConnectorPackage content, String authority, List<PublisherKey> trusted) {
        Map<SignatureForm, PublisherKey> signers = new EnumMap<>(SignatureForm.class);
        for (SignatureForm form : SignatureForm.values()) {
            Optional<byte[]> signature = form.in(content);
            if (signature.isPresent()) {
                byte[] message = form.message(content);
                Optional<PublisherKey> signer = trusted.stream()
                        .filter(key -> key.verifies(message, signature.get()))
                        .findFirst();
                if (signer.isEmpty()) {
                    return new SignatureCheck.Failed(
                            authority,
                            "Its " + form.word() + " signature is by none of the trusted keys of " + authority
                                    + ", or the signed files were altered.");
                }
                signers.put(form, signer.get());
            }
        }
        PublisherKey strongest =
                Optional.ofNullable(signers.get(SignatureForm.V2)).orElseGet(() -> signers.get(SignatureForm.V1));
        return new SignatureCheck.Verified(authority, strongest, signers.keySet());
    }
}
