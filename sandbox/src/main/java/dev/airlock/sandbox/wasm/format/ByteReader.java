package dev.airlock.sandbox.wasm.format;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the values of the binary format (core specification, section 5.2) from a position in a module's bytes.
 *
 * <p>Integers are LEB128 as the specification demands: no longer than their type allows, unused bits of the last byte
 * equal to the sign. A number that the bytes only claim allocates nothing.
 */
public final class ByteReader {
    private final byte[] bytes;
    private int position;
    private int limit;

    public ByteReader(byte[] bytes, int position, int limit) {
        this.bytes = bytes;
        this.position = position;
        this.limit = limit;
    }

    /** Another reader of the same bytes. */
    public ByteReader at(int start, int end) {
        return new ByteReader(bytes, start, end);
    }

    public int position() {
        return position;
    }

    public int limit() {
        return limit;
    }

    public boolean hasMore() {
        return position < limit;
    }

    /** Moves to another range of the same bytes. */
    public void moveTo(int newPosition, int newLimit) {
        position = newPosition;
        limit = newLimit;
    }

    public int u8() throws ModuleRefused {
        if (position >= limit) {
            throw tooShort();
        }
        return bytes[position++] & 0xFF;
    }

    /** Returns the next byte without moving past it. */
    public int peek() throws ModuleRefused {
        if (position >= limit) {
            throw tooShort();
        }
        return bytes[position] & 0xFF;
    }

    public long u32() throws ModuleRefused {
        if (position < limit && bytes[position] >= 0) {
            return bytes[position++];
        }
        return unsigned(5, 0x0F);
    }

    /**
     * Reads a number of things that each take at least {@code bytesEach} bytes; refuses it if that many cannot follow.
     */
    public int count(int bytesEach, String things) throws ModuleRefused {
        int at = position;
        long count = u32();
        if (count * bytesEach > limit - position) {
            throw ModuleRefused.malformed(
                    at, "it claims " + count + " " + things + ", and only " + (limit - position) + " bytes follow");
        }
        return (int) count;
    }

    public void s32() throws ModuleRefused {
        signed(5, 0x78);
    }

    /** Reads a signed 33-bit number: a type index if it is not negative. */
    public long s33() throws ModuleRefused {
        return signed(5, 0x70);
    }

    public void s64() throws ModuleRefused {
        signed(10, 0x7F);
    }

    public void skip(long length) throws ModuleRefused {
        if (length > limit - position) {
            throw tooShort();
        }
        position += (int) length;
    }

    /** Reads a name: its length and that many bytes of UTF-8 (section 5.2.4). */
    public String name() throws ModuleRefused {
        int at = position;
        int length = count(1, "bytes of a name");
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, position, length))
                    .toString();
            position += length;
            return name;
        } catch (CharacterCodingException e) {
            throw ModuleRefused.malformed(at, "malformed UTF-8 encoding in a name");
        }
    }

    private long unsigned(int maxLength, int lastByteMask) throws ModuleRefused {
        int start = position;
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = u8();
            boolean last = position - start == maxLength;
            if (last && (next & 0x80) != 0) {
                throw ModuleRefused.malformed(start, "integer representation too long");
            }
            if (last && (next & ~lastByteMask) != 0) {
                throw ModuleRefused.malformed(start, "integer too large");
            }
            value |= (long) (next & 0x7F) << shift;
            if ((next & 0x80) == 0) {
                return value;
            }
        }
    }

    /** {@code signBits} are the bits of the last possible byte that must all be equal: the sign and the unused ones. */
    private long signed(int maxLength, int signBits) throws ModuleRefused {
        int start = position;
        long value = 0;
        for (int shift = 0; ; ) {
            int next = u8();
            boolean last = position - start == maxLength;
            if (last && (next & 0x80) != 0) {
                throw ModuleRefused.malformed(start, "integer representation too long");
            }
            if (last && (next & signBits) != 0 && (next & signBits) != signBits) {
                throw ModuleRefused.malformed(start, "integer too large");
            }
            value |= (long) (next & 0x7F) << shift;
            shift += 7;
            if ((next & 0x80) == 0) {
                return shift < Long.SIZE && (next & 0x40) != 0 ? value | -1L << shift : value;
            }
        }
    }

    private ModuleRefused tooShort() {
        return ModuleRefused.malformed(limit, "unexpected end");
    }
}
