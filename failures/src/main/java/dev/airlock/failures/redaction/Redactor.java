package dev.airlock.failures.redaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Removes known secrets from outgoing text: messages, details, logs, audit records, response bodies.
 *
 * <p>A secret is found in plain form, in hex and in base64 (both alphabets, all three alignments within a longer text). Letter case and
 * line breaks do not matter. Each form is also found percent-encoded, JSON-escaped or with HTML and XML references, in whole or in part,
 * once or several times. Overlapping secrets are removed together, so no part of either remains. A host that transforms a secret in some
 * other way gets it past this check; the security page says so. Immutable and thread-safe.
 */
public final class Redactor {
    /** The text that replaces a secret. */
    public static final String MARK = "[redacted]";

    /** The shortest secret in bytes. Shorter ones are refused when they are bound, so they are never looked for. */
    public static final int MIN_SECRET_BYTES = 8;

    private static final Redactor NOTHING = new Redactor(List.of());

    private final List<SecretMatcher> matchers;

    private Redactor(List<SecretMatcher> matchers) {
        this.matchers = matchers;
    }

    /** Returns a redactor that knows no secret. */
    public static Redactor ofNothing() {
        return NOTHING;
    }

    /**
     * Returns a redactor for these secrets.
     *
     * @throws IllegalArgumentException if a secret is shorter than {@value #MIN_SECRET_BYTES} bytes in UTF-8, line breaks
     *     not counted
     */
    public static Redactor of(Collection<String> secrets) {
        if (secrets.isEmpty()) {
            return NOTHING;
        }
        for (String secret : secrets) {
            if (!canFind(secret)) {
                throw new IllegalArgumentException("a secret is at least " + MIN_SECRET_BYTES + " bytes");
            }
        }
        return new Redactor(List.of(new SecretMatcher(secrets)));
    }

    /** Returns whether a text is long enough to be a secret of a redactor. */
    public static boolean canFind(String secret) {
        String oneLine = secret.replace("\r", "").replace("\n", "");
        return oneLine.getBytes(StandardCharsets.UTF_8).length >= MIN_SECRET_BYTES;
    }

    /** Returns a redactor for the secrets of both. */
    public Redactor and(Redactor other) {
        List<SecretMatcher> both = new ArrayList<>(matchers);
        both.addAll(other.matchers);
        return both.isEmpty() ? NOTHING : new Redactor(List.copyOf(both));
    }

    /** Returns the text with every known form of every secret replaced by {@value #MARK}. */
    public String redact(String text) {
        return matchers.isEmpty() ? text : redact(text, false, () -> {});
    }

    /**
     * Replaces every known form of every secret in bytes of any encoding, by comparison with the bytes of each form. Returns the array
     * itself if it holds no secret.
     */
    public byte[] redact(byte[] bytes) {
        return redact(bytes, () -> {});
    }

    /**
     * Does the same for many bytes, in a search that the caller can abandon.
     *
     * @param between runs now and then; an exception from it ends the search
     */
    public byte[] redact(byte[] bytes, Runnable between) {
        if (matchers.isEmpty()) {
            return bytes;
        }
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String result = redact(text, true, between);
        return result.equals(text) ? bytes : result.getBytes(StandardCharsets.ISO_8859_1);
    }

    private String redact(String text, boolean charsAreBytes, Runnable between) {
        BitSet secret = new BitSet();
        for (Unescaped.Escapes escapes : Unescaped.Escapes.values()) {
            if (escapes.mayOccurIn(text)) {
                matchers.forEach(matcher -> matcher.mark(new Unescaped(text, charsAreBytes, escapes), secret, between));
            }
        }
        return secret.isEmpty() ? text : withoutMarked(text, secret);
    }

    private static String withoutMarked(String text, BitSet secret) {
        StringBuilder out = new StringBuilder(text.length());
        int from = 0;
        for (int at = secret.nextSetBit(0); at >= 0; at = secret.nextSetBit(from)) {
            out.append(text, from, at).append(MARK);
            from = secret.nextClearBit(at);
        }
        return out.append(text, from, text.length()).toString();
    }
}
