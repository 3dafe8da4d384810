package dev.airlock.manifests.credentials;

import java.util.Optional;

/**
 * A credential as a manifest declares it.
 *
 * @param name what {@code [capabilities.credentials.NAME]} calls it; empty for {@code [capabilities.credential]}
 * @param credential what is declared
 * @param answersToKind whether a request that names the kind means this one
 */
public record NamedCredential(Optional<String> name, Credential credential, boolean answersToKind) {
    private static final String SHAPE = "[a-z][a-z0-9_]{0,62}";

    /** A credential that has no name. */
    public static NamedCredential only(Credential credential) {
        return new NamedCredential(Optional.empty(), credential, true);
    }

    /** Whether a text can be a credential's name: lower-case letters, digits and underscores, and no word for a kind. */
    public static boolean isName(String text) {
        return text.matches(SHAPE) && CredentialKind.parse(text).optional().isEmpty();
    }

    /** The kind. */
    public CredentialKind kind() {
        return credential.kind();
    }

    /** What a request calls it: its name, or its kind. */
    public String word() {
        return name.orElse(kind().word());
    }

    /** The table that declares it. */
    public String table() {
        return name.map(known -> "[capabilities.credentials." + known + "]").orElse("[capabilities.credential]");
    }
}
