package dev.airlock.upstreams.script;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The bytes of a request's or response's body, immutable. */
public final class Body {
    /** A body without bytes. */
    public static final Body EMPTY = new Body(new byte[0]);

    private final byte[] bytes;

    private Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns a body with a copy of these bytes. */
    public static Body of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Body(bytes.clone());
    }

    /** Returns a body with this text in UTF-8. */
    public static Body of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** Returns a copy of the bytes. */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    /** Returns the bytes read as UTF-8. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Returns whether the UTF-8 bytes of {@code text} occur in this body. */
    public boolean contains(String text) {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        for (int start = 0; start <= bytes.length - wanted.length; start++) {
            if (Arrays.equals(bytes, start, start + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Body body && Arrays.equals(bytes, body.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns only the size, because a body may hold text that a log must not hold. */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
