package dev.airlock.conformance.retelling;

import dev.airlock.manifests.credentials.CredentialKind;

/** The credentials of a scenario that is told of a recording. */
final class MadeUpCredential {
    private MadeUpCredential() {}

    static String of(CredentialKind kind) {
        return switch (kind) {
            case API_KEY -> "made-up-api-key";
            case BEARER -> "made-up-bearer-token";
            case OAUTH2 -> "made-up-access-token";
            case BASIC -> "made-up-user:made-up-password";
            case AWS_SIGV4 -> "MADEUPACCESSKEYID:made-up-secret-access-key";
        };
    }
}
