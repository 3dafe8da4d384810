package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.credentials.CredentialKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of a credential, in the shape that its kind needs. */
public sealed interface BoundCredential {

    /** Every part that must not reach the guest. */
    List<Secret> secrets();

    /** One secret: an API key, or a token. */
    record Token(Secret secret) implements BoundCredential {
        @Override
        public List<Secret> secrets() {
            return List.of(secret);
        }
    }

    /**
     * A user name and a password.
     *
     * @param pair both with a colon between, as RFC 7617 joins them
     */
    record UserPassword(Secret pair) implements BoundCredential {
        /** The pair, and each half that is too long to occur in innocent text. */
        @Override
        public List<Secret> secrets() {
            String text = pair.reveal();
            int colon = text.indexOf(':');
            return Stream.concat(
                            Stream.of(pair),
                            Stream.of(text.substring(0, Math.max(colon, 0)), text.substring(colon + 1))
                                    .filter(UserPassword::isLong)
                                    .map(Secret::of))
                    .toList();
        }

        /** Whether there is a user name, and a password that is long enough to be searched for by itself. */
        public boolean hasLongPassword() {
            String text = pair.reveal();
            int colon = text.indexOf(':');
            return colon >= 0 && isLong(text.substring(colon + 1));
        }

        private static boolean isLong(String half) {
            return half.strip().length() >= Redactor.MIN_SECRET_BYTES;
        }
    }

    /**
     * An access key of AWS.
     *
     * @param accessKeyId the key's id; not a secret, and part of every signed request
     * @param secretAccessKey the key that signs
     * @param sessionToken belongs to the temporary keys that AWS issues
     */
    record AwsKeys(String accessKeyId, Secret secretAccessKey, Optional<Secret> sessionToken)
            implements BoundCredential {
        private static final int MOST_PARTS = 3;

        /** @throws IllegalArgumentException if the id is not a word of letters and digits */
        public AwsKeys {
            if (!accessKeyId.matches("[A-Za-z0-9_]{8,128}")) {
                throw new IllegalArgumentException("an access key id is 8 to 128 letters and digits");
            }
        }

        @Override
        public List<Secret> secrets() {
            return Stream.concat(Stream.of(secretAccessKey), sessionToken.stream())
                    .toList();
        }

        private static AwsKeys of(String joined) {
            String[] parts = joined.split(":", MOST_PARTS);
            if (parts.length < 2) {
                throw new IllegalArgumentException("AWS keys are an id, a colon and the secret key");
            }
            return new AwsKeys(
                    parts[0],
                    Secret.of(parts[1]),
                    parts.length == MOST_PARTS ? Optional.of(Secret.of(parts[2])) : Optional.empty());
        }
    }

    /**
     * Reads a credential from one text. For {@code basic} it is user name and password, joined by a colon. For
     * {@code aws_sigv4} it is the access key's id, the secret key and perhaps a session token, joined by colons. For
     * the others it is the secret itself.
     *
     * @throws IllegalArgumentException if {@link Secret#of} refuses a secret, or a part is missing
     */
    static BoundCredential of(CredentialKind kind, byte[] text) {
        return switch (kind) {
            case API_KEY, BEARER, OAUTH2 -> new Token(Secret.of(text));
            case BASIC -> new UserPassword(Secret.of(text));
            case AWS_SIGV4 -> AwsKeys.of(new String(text, StandardCharsets.UTF_8));
        };
    }
}
