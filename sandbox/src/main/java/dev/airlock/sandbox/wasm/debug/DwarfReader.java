package dev.airlock.sandbox.wasm.debug;

import java.nio.charset.StandardCharsets;

/** Reads the values of debug information from a position in it. A value outside its range is malformed. */
final class DwarfReader {
    private static final int LONGEST_TEXT = 4_096;

    /** The bytes are not debug information, or have an unsupported form. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super(null, null, false, false);
        }
    }

    private final byte[] bytes;
    private final int limit;
    private int position;

    DwarfReader(byte[] bytes, int position, int limit) {
        this.bytes = bytes;
        this.position = position;
        this.limit = limit;
    }

    boolean hasMore() {
        return position < limit;
    }

    /** Returns the next bytes, that many, and skips them here. */
    DwarfReader part(long length) throws Malformed {
        require(length);
        DwarfReader part = new DwarfReader(bytes, position, position + (int) length);
        position += (int) length;
        return part;
    }

    void skip(long length) throws Malformed {
        require(length);
        position += (int) length;
    }

    private void require(long length) throws Malformed {
        if (length < 0 || length > limit - position) {
            throw new Malformed();
        }
    }

    int u8() throws Malformed {
        require(1);
        return bytes[position++] & 0xFF;
    }

    int s8() throws Malformed {
        return (byte) u8();
    }

    int u16() throws Malformed {
        return u8() | u8() << 8;
    }

    long u32() throws Malformed {
        return u16() | (long) u16() << 16;
    }

    long unsigned() throws Malformed {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = u8();
            value |= shift < Long.SIZE ? (long) (next & 0x7F) << shift : 0;
            if (next < 0x80) {
                return value;
            }
        }
    }

    long signed() throws Malformed {
        long value = 0;
        for (int shift = 0; ; ) {
            int next = u8();
            value |= shift < Long.SIZE ? (long) (next & 0x7F) << shift : 0;
            shift += 7;
            if (next < 0x80) {
                return shift < Long.SIZE && (next & 0x40) != 0 ? value | -1L << shift : value;
            }
        }
    }

    /** Reads a text up to its zero byte. */
    String text() throws Malformed {
        int start = position;
        while (u8() != 0) {
            if (position - start > LONGEST_TEXT) {
                throw new Malformed();
            }
        }
        return new String(bytes, start, position - 1 - start, StandardCharsets.UTF_8);
    }

    /** Reads a text that begins at an offset of other bytes. */
    static String textAt(byte[] bytes, long offset) throws Malformed {
        if (offset < 0 || offset >= bytes.length) {
            throw new Malformed();
        }
        return new DwarfReader(bytes, (int) offset, bytes.length).text();
    }
}
