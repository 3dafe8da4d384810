package dev.airlock.conformance.conversion.secrets;

import dev.airlock.manifests.credentials.NamedCredential;

/** The credentials of a scenario that was converted from a recording. */
public final class PlaceholderCredential {
    private PlaceholderCredential() {}

    public static String of(NamedCredential declared) {
        String name =
                declared.name().map(known -> "-" + known.replace('_', '-')).orElse("");
        return switch (declared.kind()) {
            case API_KEY -> "made-up-api-key" + name;
            case BEARER -> "made-up-bearer-token" + name;
            case OAUTH2 -> "made-up-access-token" + name;
            case BASIC -> "made-up-user:made-up-password" + name;
            case AWS_SIGV4 -> "MADEUPACCESSKEYID:made-up-secret-access-key" + name;
        };
    }
}
