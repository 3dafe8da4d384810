package dev.airlock.conformance.conversion.secrets;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides from a name whether its value is likely to be a secret: {@code card_token}, {@code X-Api-Key}, {@code clientSecret}. */
final class SecretNames {
    private static final Set<String> LAST_WORDS = Set.of(
            "apikey",
            "authorization",
            "bearer",
            "cookie",
            "credential",
            "credentials",
            "cvc",
            "cvv",
            "jwt",
            "otp",
            "passcode",
            "passphrase",
            "passwd",
            "password",
            "pin",
            "pwd",
            "secret",
            "sig",
            "signature",
            "sid",
            "token");
    private static final Set<String> LAST_TWO_WORDS = Set.of(
            "access key",
            "api key",
            "auth key",
            "encryption key",
            "private key",
            "secret key",
            "session id",
            "session key",
            "signing key");

    /** The last words of a name that describe a secret without changing its meaning: {@code token_value}, {@code passwordConfirmation}. */
    private static final Set<String> REMARKS = Set.of("confirmation", "hash", "plain", "text", "value");

    private static final Pattern BETWEEN_WORDS =
            Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    private SecretNames() {}

    /** Returns whether a name sounds like that of a secret. */
    static boolean sounds(String name) {
        List<String> words = Arrays.stream(BETWEEN_WORDS.split(name))
                .filter(word -> !word.isEmpty())
                .map(word -> word.toLowerCase(Locale.ROOT))
                .toList();
        int end = words.size();
        while (end > 1 && REMARKS.contains(words.get(end - 1))) {
            end--;
        }
        return end > 0
                && (LAST_WORDS.contains(words.get(end - 1))
                        || (end > 1 && LAST_TWO_WORDS.contains(words.get(end - 2) + " " + words.get(end - 1))));
    }
}
