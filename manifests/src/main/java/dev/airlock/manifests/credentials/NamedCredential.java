package dev.airlock.manifests.credentials;

import java.util.Optional;

/**
 * A credential as a manifest declares it.
 *
 * @param name its name in {@code [capabilities.credentials.NAME]}; empty for {@code [capabilities.credential]}
 * @param credential the declared credential
 * @param answersToKind whether a request that names the kind means this one
 */
public record NamedCredential(Optional<String> name, Credential credential, boolean answersToKind) {
    private static final String SHAPE = "[a-z][a-z0-9_]{0,62}";

    /** Returns a credential that has no name. */
    public static NamedCredential only(Credential credential) {
        return new NamedCredential(Optional.empty(), credential, true);
    }

    /** Returns whether a text can be a credential's name: lower-case letters, digits and underscores, and no word for a kind. */
    public static boolean isName(String text) {
        return text.matches(SHAPE) && CredentialKind.parse(text).optional().isEmpty();
    }

    /** Returns the kind. */
    public CredentialKind kind() {
        return credential.kind();
    }

    /** Returns the word by which a request asks for it: its name, or its kind. */
    public String word() {
        return name.orElse(kind().word());
    }

    /** Returns the table that declares it. */
    public String table() {
        return name.map(known -> "[capabilities.credentials." + known + "]").orElse("[capabilities.credential]");
    }
}
