package dev.airlock.sandbox.recording;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are compared by content. The array is not copied: its creator passes it on. */
public final class ByteString {
    private final byte[] bytes;

    /** Wraps those bytes. */
    public ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** The number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** The bytes as text, with a replacement for what is not UTF-8. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ByteString octets && Arrays.equals(bytes, octets.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
