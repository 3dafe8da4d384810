package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.redaction.Redactor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The value of a credential. It has no text form: it can be injected and searched for, not printed. Immutable until it
 * is wiped; safe for use by several threads.
 */
public final class Secret implements AutoCloseable {
    /** The longest header that common servers accept. The memory for searching grows with the secret. */
    private static final int MOST_BYTES = 8 << 10;

    private final byte[] value;
    private volatile boolean wiped;

    private Secret(byte[] value) {
        this.value = value;
    }

    /**
     * Returns a secret that can be injected into a header.
     *
     * @throws IllegalArgumentException if it is shorter than 8 bytes, so that a search would hit innocent text, is
     *     longer than servers accept in a header, or has characters that no header accepts
     */
    public static Secret of(String value) {
        return of(value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns a secret from bytes, which are copied and stay the caller's to wipe.
     *
     * @throws IllegalArgumentException as above
     */
    public static Secret of(byte[] value) {
        refusal(value).ifPresent(why -> {
            throw new IllegalArgumentException("a secret " + why);
        });
        return new Secret(value.clone());
    }

    /** Returns why these bytes cannot be a secret, to follow "a secret"; empty if they can. */
    public static Optional<String> refusal(byte[] value) {
        int spaces = spacesAround(value);
        if (value.length - spaces < Redactor.MIN_SECRET_BYTES) {
            String which = spaces > 0 ? ", and spaces around it do not count" : "";
            return Optional.of("has at least " + Redactor.MIN_SECRET_BYTES + " bytes" + which);
        }
        if (value.length > MOST_BYTES) {
            return Optional.of("has at most " + MOST_BYTES + " bytes, which is what servers take in a header");
        }
        for (byte b : value) {
            if (b < ' ' || b > '~') {
                return Optional.of("is printable ASCII, as it goes into a header");
            }
        }
        return Optional.empty();
    }

    /** A server may strip these spaces from the value, and show it without them. */
    private static int spacesAround(byte[] value) {
        int first = 0;
        while (first < value.length && value[first] == ' ') {
            first++;
        }
        int end = value.length;
        while (end > first && value[end - 1] == ' ') {
            end--;
        }
        return value.length - (end - first);
    }

    /** The value, as a text that the garbage collector removes. */
    String reveal() {
        if (wiped) {
            throw new IllegalStateException("the secret was wiped");
        }
        return new String(value, StandardCharsets.US_ASCII);
    }

    /** Overwrites the value. The secret cannot be used any more. */
    @Override
    public void close() {
        wiped = true;
        Arrays.fill(value, (byte) 0);
    }

    /** Reveals nothing. */
    @Override
    public String toString() {
        return Redactor.MARK;
    }
}
