package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;

/**
 * What compiled guest code calls to read and write the {@link FlatPart} of its memory, whose two arrays it holds in locals: a
 * loop need not fetch them anew after each look at what is left of the fuel. What lies elsewhere goes through the memory. Names,
 * and parameters but for the arrays, are those of the engine's methods in whose place they are called. Public for the JVM's sake
 * only: the classes of a guest have a loader of their own.
 */
public final class CompiledAccess {
    private static final int SHIFT = MemoryImage.CHUNK_SHIFT;

    private CompiledAccess() {}

    /** The memory's first bytes, the same array as long as guest code runs. */
    public static byte[] flat(Memory memory) {
        return ((PagedMemory) memory).flat();
    }

    /** Where writes in them are noted, by chunk. */
    public static byte[] written(Memory memory) {
        return ((PagedMemory) memory).written();
    }

    /** Below 0 if it lies outside of every memory, as the engine has it: a base or a sum of 2 GiB or more. */
    private static int address(int base, int offset) {
        return base < 0 ? base : base + offset;
    }

    public static byte memoryReadByte(int base, int offset, Memory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address < flat.length ? flat[address] : memory.read(address);
    }

    public static short memoryReadShort(int base, int offset, Memory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address <= flat.length - Short.BYTES
                ? (short) FlatPart.SHORTS.get(flat, address)
                : memory.readShort(address);
    }

    public static int memoryReadInt(int base, int offset, Memory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address <= flat.length - Integer.BYTES
                ? (int) FlatPart.INTS.get(flat, address)
                : memory.readInt(address);
    }

    public static long memoryReadLong(int base, int offset, Memory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address <= flat.length - Long.BYTES
                ? (long) FlatPart.LONGS.get(flat, address)
                : memory.readLong(address);
    }

    public static float memoryReadFloat(int base, int offset, Memory memory, byte[] flat) {
        return Float.intBitsToFloat(memoryReadInt(base, offset, memory, flat));
    }

    public static double memoryReadDouble(int base, int offset, Memory memory, byte[] flat) {
        return Double.longBitsToDouble(memoryReadLong(base, offset, memory, flat));
    }

    public static void memoryWriteByte(int base, byte value, int offset, Memory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address < flat.length) {
            written[address >>> SHIFT] = 1;
            flat[address] = value;
        } else {
            memory.writeByte(address, value);
        }
    }

    public static void memoryWriteShort(int base, short value, int offset, Memory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address <= flat.length - Short.BYTES) {
            written[address >>> SHIFT] = 1;
            FlatPart.SHORTS.set(flat, address, value);
        } else {
            memory.writeShort(address, value);
        }
    }

    public static void memoryWriteInt(int base, int value, int offset, Memory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address <= flat.length - Integer.BYTES) {
            written[address >>> SHIFT] = 1;
            FlatPart.INTS.set(flat, address, value);
        } else {
            memory.writeI32(address, value);
        }
    }

    public static void memoryWriteLong(int base, long value, int offset, Memory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address <= flat.length - Long.BYTES) {
            written[address >>> SHIFT] = 1;
            FlatPart.LONGS.set(flat, address, value);
        } else {
            memory.writeLong(address, value);
        }
    }

    public static void memoryWriteFloat(int base, float value, int offset, Memory memory, byte[] flat, byte[] written) {
        memoryWriteInt(base, Float.floatToRawIntBits(value), offset, memory, flat, written);
    }

    public static void memoryWriteDouble(
            int base, double value, int offset, Memory memory, byte[] flat, byte[] written) {
        memoryWriteLong(base, Double.doubleToRawLongBits(value), offset, memory, flat, written);
    }
}
