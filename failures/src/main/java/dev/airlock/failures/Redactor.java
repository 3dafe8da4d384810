package dev.airlock.failures;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Takes known secrets out of text on its way out: messages, details, logs, audit records, response bodies.
 *
 * <p>A secret is found as it is, in hex, and in base64 (both alphabets, in all three alignments within a longer text),
 * whatever its letters' case and wherever its lines are broken, and each of these again percent-encoded, JSON-escaped or
 * with references of HTML and XML, in whole or in part, once or several times. What touches a secret is taken out whole, so secrets that overlap leave
 * nothing of each other. A host that transforms a secret in some other way gets it past this check; the security page
 * says so. Immutable and safe for use by several threads.
 */
public final class Redactor {
    /** What stands where a secret stood. */
    public static final String MARK = "[redacted]";

    /** Secrets shorter than this many bytes are refused when they are bound, so they are never looked for. */
    public static final int MIN_SECRET_BYTES = 8;

    private static final Redactor NOTHING = new Redactor(List.of());

    private final List<SecretMatcher> matchers;

    private Redactor(List<SecretMatcher> matchers) {
        this.matchers = matchers;
    }

    /** A redactor that knows no secret. */
    public static Redactor ofNothing() {
        return NOTHING;
    }

    /**
     * A redactor for these secrets.
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

    /** Whether a text is long enough to be a secret of a redactor. */
    public static boolean canFind(String secret) {
        String oneLine = secret.replace("\r", "").replace("\n", "");
        return oneLine.getBytes(StandardCharsets.UTF_8).length >= MIN_SECRET_BYTES;
    }

    /** A redactor for what either of the two knows. */
    public Redactor and(Redactor other) {
        List<SecretMatcher> both = new ArrayList<>(matchers);
        both.addAll(other.matchers);
        return both.isEmpty() ? NOTHING : new Redactor(List.copyOf(both));
    }

    /** The text with every known form of every secret replaced by {@value #MARK}. */
    public String redact(String text) {
        return matchers.isEmpty() ? text : redact(text, false, () -> {});
    }

    /**
     * The same for bytes, whatever their encoding: only the bytes of a secret's forms are looked at. Returns the array
     * itself when it holds no secret.
     */
    public byte[] redact(byte[] bytes) {
        return redact(bytes, () -> {});
    }

    /**
     * The same for bytes of which there may be so many that whoever waits for it must be able to give up.
     *
     * @param between run now and then; what it throws ends the search
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
