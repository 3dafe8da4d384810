package dev.airlock.sandbox.host.credentials;

import dev.airlock.failures.Redactor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A credential's value. It has no text form: it can be injected and searched for, not printed. Immutable until it is wiped;
 * safe for use by several threads.
 */
public final class Secret implements AutoCloseable {
    /** What common servers take of a header. Looking for a secret takes memory that grows with it. */
    private static final int MOST_BYTES = 8 << 10;

    private final byte[] value;
    private volatile boolean wiped;

    private Secret(byte[] value) {
        this.value = value;
    }

    /**
     * A secret that can be injected into a header.
     *
     * @throws IllegalArgumentException if it is shorter than 8 bytes, so that looking for it would hit innocent text, is longer
     *     than servers take a header, or has characters that no header takes
     */
    public static Secret of(String value) {
        return of(value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The same from bytes, which are copied and stay the caller's to wipe.
     *
     * @throws IllegalArgumentException as above
     */
    public static Secret of(byte[] value) {
        refusal(value).ifPresent(why -> {
            throw new IllegalArgumentException("a secret " + why);
        });
        return new Secret(value.clone());
    }

    /** Why these bytes can be no secret, to follow "a secret"; empty if they can. */
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

    /** A server may read the value without them, and show it so. */
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

    /** The value, as text that lives until the garbage collector takes it. */
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

    /** Says nothing. */
    @Override
    public String toString() {
        return Redactor.MARK;
    }
}
