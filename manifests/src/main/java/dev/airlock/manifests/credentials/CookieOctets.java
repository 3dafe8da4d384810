package dev.airlock.manifests.credentials;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The bytes that the value of a cookie may have (RFC 6265, 4.1.1). No escape is common to all servers, so nothing is escaped. */
final class CookieOctets {
    private static final String NOT_IN_A_VALUE = " \",;\\";

    private CookieOctets() {}

    static Optional<String> refusal(byte[] secret) {
        return areAll(new String(secret, StandardCharsets.ISO_8859_1))
                ? Optional.empty()
                : Optional.of("that goes into a cookie has no space, quotation mark, comma, semicolon or backslash"
                        + " (RFC 6265, 4.1.1)");
    }

    static boolean areAll(String text) {
        return text.chars().allMatch(c -> c > ' ' && c <= '~' && NOT_IN_A_VALUE.indexOf(c) < 0);
    }
}
