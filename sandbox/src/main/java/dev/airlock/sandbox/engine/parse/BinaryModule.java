package dev.airlock.sandbox.engine.parse;

import dev.airlock.sandbox.wasm.format.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a module, split into its code in parts and everything else but its custom sections. Airlock's reader has
 * read the module before, so sizes and counts fit.
 */
public final class BinaryModule {
    /** The least code of a part, unless it is the last one; the engine needs about 1 s for it at worst. */
    private static final int PART_BYTES = 1 << 19;

    /** The most parts, so that the work that is repeated for each part stays small beside the parts themselves. */
    private static final int MOST_PARTS = 64;

    private static final int PREAMBLE_BYTES = 8;
    private static final byte[] PREAMBLE = {0, 'a', 's', 'm', 1, 0, 0, 0};
    private static final int CUSTOM = 0;
    private static final int CODE = 10;

    private final byte[] bytes;
    private final ByteWriter allButCode = new ByteWriter(1 << 12);
    private int position = PREAMBLE_BYTES;
    private int codeStart;
    private int codeEnd;

    /**
     * A part: consecutive functions.
     *
     * @param firstFunction the first one's index among those that the module defines
     * @param start offset of the first one's size
     * @param end offset of the first byte after the last one
     */
    record Part(int firstFunction, int functions, int start, int end) {}

    private BinaryModule(byte[] bytes) {
        this.bytes = bytes;
    }

    public static BinaryModule of(byte[] bytes) {
        BinaryModule module = new BinaryModule(bytes);
        module.readSections();
        return module;
    }

    /** Returns a module with the code of that many functions and nothing else. */
    static byte[] codeOf(int functions, byte[] source, int from, int to) {
        ByteWriter count = new ByteWriter(5).u32(functions);
        return new ByteWriter(to - from + 32)
                .copy(PREAMBLE, 0, PREAMBLE_BYTES)
                .u8(CODE)
                .u32((long) count.size() + to - from)
                .copy(count)
                .copy(source, from, to)
                .toByteArray();
    }

    /** The module without its code and its custom sections. */
    byte[] allButCode() {
        return allButCode.toByteArray();
    }

    /** The number of functions in the code section. */
    int functions() {
        if (codeStart == codeEnd) {
            return 0;
        }
        position = codeStart;
        return number();
    }

    /** Returns a module with the code of those functions and nothing else. */
    byte[] codeOf(Part part) {
        return codeOf(part.functions(), bytes, part.start(), part.end());
    }

    /** Returns the code, in order, in as many parts as needed. */
    public List<Part> parts() {
        int functions = functions();
        int least = Math.max(PART_BYTES, (codeEnd - codeStart) / MOST_PARTS);
        List<Part> parts = new ArrayList<>();
        int first = 0;
        int start = position;
        for (int function = 1; function <= functions; function++) {
            int size = number();
            position += size;
            if (position - start >= least || function == functions) {
                parts.add(new Part(first, function - first, start, position));
                first = function;
                start = position;
            }
        }
        return parts;
    }

    private void readSections() {
        allButCode.copy(bytes, 0, PREAMBLE_BYTES);
        while (position < bytes.length) {
            int start = position;
            int id = bytes[position++];
            int size = number();
            if (id == CODE) {
                codeStart = position;
                codeEnd = position + size;
            } else if (id != CUSTOM) {
                allButCode.copy(bytes, start, position + size);
            }
            position += size;
        }
    }

    /** Reads an unsigned LEB128 number. */
    private int number() {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            int next = bytes[position++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
