package dev.airlock.sandbox.evidence;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The key by which a call's upstream recognises a repetition, searched for in requests.
 *
 * <p>Only an exact occurrence counts. A key that is too short to be distinguished from other text is never found, so
 * that no coincidence leads to a repetition.
 */
public final class IdempotencyKey {
    /** The fewest bytes of a key that can be found. */
    public static final int MIN_BYTES = 8;

    private final byte[] bytes;

    private IdempotencyKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a key to search for. */
    public static IdempotencyKey of(String key) {
        return new IdempotencyKey(key.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the key of a call without one, which is never found. */
    public static IdempotencyKey none() {
        return new IdempotencyKey(new byte[0]);
    }

    /** Whether it occurs in a text. */
    public boolean isIn(String text) {
        return isIn(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether it occurs in bytes. */
    public boolean isIn(byte[] text) {
        if (bytes.length < MIN_BYTES) {
            return false;
        }
        for (int from = 0; from <= text.length - bytes.length; from++) {
            if (text[from] == bytes[0] && continues(text, from)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IdempotencyKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    private boolean continues(byte[] text, int from) {
        for (int i = 1; i < bytes.length; i++) {
            if (text[from + i] != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
