package dev.airlock.sandbox.wasm.format;

import java.util.Arrays;

/** Bytes under construction, in the binary format's encoding of values (core specification, section 5.2). */
public final class ByteWriter {
    private byte[] bytes;
    private int size;

    /** Starts empty, with room for that many bytes. */
    public ByteWriter(int capacity) {
        this.bytes = new byte[Math.max(16, capacity)];
    }

    /** Bytes written so far. */
    public int size() {
        return size;
    }

    /** Discards the content, and keeps the room. */
    public void clear() {
        size = 0;
    }

    /** Writes one byte. */
    public ByteWriter u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    /** Writes an unsigned number in the fewest bytes. */
    public ByteWriter u32(long value) {
        ensure(5);
        long rest = value;
        while (rest > 0x7F) {
            bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
        return this;
    }

    /** Writes a signed number in the fewest bytes. */
    public ByteWriter s64(long value) {
        ensure(10);
        long rest = value;
        while (rest < -0x40 || rest > 0x3F) {
            bytes[size++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>= 7;
        }
        bytes[size++] = (byte) (rest & 0x7F);
        return this;
    }

    /** Writes an instruction without its immediates. */
    public ByteWriter opcode(Opcode opcode) {
        int prefix = opcode.code() >> 8;
        if (prefix == 0) {
            return u8(opcode.code());
        }
        return u8(prefix).u32(opcode.code() & 0xFF);
    }

    /** Copies a range of bytes. */
    public ByteWriter copy(byte[] source, int from, int to) {
        ensure(to - from);
        System.arraycopy(source, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    /** Copies the content of another writer. */
    public ByteWriter copy(ByteWriter other) {
        return copy(other.bytes, 0, other.size);
    }

    /** The content. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length + (bytes.length >> 1), Math.addExact(size, more)));
        }
    }
}
