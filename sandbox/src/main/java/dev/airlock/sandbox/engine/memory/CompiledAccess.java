package dev.airlock.sandbox.engine.memory;

/**
 * The methods with which compiled guest code reads and writes its memory. Their names are those of the engine's methods
 * that they replace. Each has four forms: with the address, or with a base and an offset, which is left out when it is
 * 0; and for loops, which hold the {@link FlatPart}'s arrays in locals, and need not load them again after each check
 * of the fuel. There an offset is less than 2 GiB; elsewhere base and offset are added in 64 bits (core specification,
 * section 4.4.7). Public only for the JVM: the classes of a guest have a loader of their own.
 *
 * <p>Each is straight-line code on purpose, and calls others only for bytes outside the flat part. They are in every
 * function of every guest, so the JIT pays the cost of one some ten thousand times.
 */
public final class CompiledAccess {
    private static final int SHIFT = MemoryImage.CHUNK_SHIFT;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private CompiledAccess() {}

    /**
     * The memory's first bytes, the same array as long as guest code runs. Empty if the array has room for bytes that
     * do not exist yet: the array alone then does not say which do.
     */
    public static byte[] flat(PagedMemory memory) {
        return memory.limit == memory.flat.length ? memory.flat : FlatPart.NONE.bytes();
    }

    /** The chunks of those bytes, in which writes are recorded. */
    public static byte[] written(PagedMemory memory) {
        return memory.written;
    }

    /**
     * Returns the address; negative if it lies outside of every memory, with a base or a sum of 2 GiB or more. The
     * offset is less than that.
     */
    private static int address(int base, int offset) {
        return base < 0 ? base : base + offset;
    }

    private static int beyond(long address) {
        return address > Integer.MAX_VALUE ? -1 : (int) address;
    }

    public static byte memoryReadByte(int base, PagedMemory memory) {
        long address = (base & UNSIGNED);
        return address < memory.limit ? memory.flat[(int) address] : memory.read(beyond(address));
    }

    public static byte memoryReadByte(int base, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        return address < memory.limit ? memory.flat[(int) address] : memory.read(beyond(address));
    }

    public static byte memoryReadByte(int base, PagedMemory memory, byte[] flat) {
        int address = base;
        return address >= 0 && address < flat.length ? flat[address] : memory.read(address);
    }

    public static byte memoryReadByte(int base, int offset, PagedMemory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address < flat.length ? flat[address] : memory.read(address);
    }

    public static short memoryReadShort(int base, PagedMemory memory) {
        long address = (base & UNSIGNED);
        return address <= memory.limit - 2
                ? (short) FlatPart.SHORTS.get(memory.flat, (int) address)
                : memory.readShort(beyond(address));
    }

    public static short memoryReadShort(int base, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        return address <= memory.limit - 2
                ? (short) FlatPart.SHORTS.get(memory.flat, (int) address)
                : memory.readShort(beyond(address));
    }

    public static short memoryReadShort(int base, PagedMemory memory, byte[] flat) {
        int address = base;
        return address >= 0 && address <= flat.length - 2
                ? (short) FlatPart.SHORTS.get(flat, address)
                : memory.readShort(address);
    }

    public static short memoryReadShort(int base, int offset, PagedMemory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address <= flat.length - 2
                ? (short) FlatPart.SHORTS.get(flat, address)
                : memory.readShort(address);
    }

    public static int memoryReadInt(int base, PagedMemory memory) {
        long address = (base & UNSIGNED);
        return address <= memory.limit - 4
                ? (int) FlatPart.INTS.get(memory.flat, (int) address)
                : memory.readInt(beyond(address));
    }

    public static int memoryReadInt(int base, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        return address <= memory.limit - 4
                ? (int) FlatPart.INTS.get(memory.flat, (int) address)
                : memory.readInt(beyond(address));
    }

    public static int memoryReadInt(int base, PagedMemory memory, byte[] flat) {
        int address = base;
        return address >= 0 && address <= flat.length - 4
                ? (int) FlatPart.INTS.get(flat, address)
                : memory.readInt(address);
    }

    public static int memoryReadInt(int base, int offset, PagedMemory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address <= flat.length - 4
                ? (int) FlatPart.INTS.get(flat, address)
                : memory.readInt(address);
    }

    public static long memoryReadLong(int base, PagedMemory memory) {
        long address = (base & UNSIGNED);
        return address <= memory.limit - 8
                ? (long) FlatPart.LONGS.get(memory.flat, (int) address)
                : memory.readLong(beyond(address));
    }

    public static long memoryReadLong(int base, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        return address <= memory.limit - 8
                ? (long) FlatPart.LONGS.get(memory.flat, (int) address)
                : memory.readLong(beyond(address));
    }

    public static long memoryReadLong(int base, PagedMemory memory, byte[] flat) {
        int address = base;
        return address >= 0 && address <= flat.length - 8
                ? (long) FlatPart.LONGS.get(flat, address)
                : memory.readLong(address);
    }

    public static long memoryReadLong(int base, int offset, PagedMemory memory, byte[] flat) {
        int address = address(base, offset);
        return address >= 0 && address <= flat.length - 8
                ? (long) FlatPart.LONGS.get(flat, address)
                : memory.readLong(address);
    }

    public static float memoryReadFloat(int base, PagedMemory memory) {
        return Float.intBitsToFloat(memoryReadInt(base, memory));
    }

    public static float memoryReadFloat(int base, int offset, PagedMemory memory) {
        return Float.intBitsToFloat(memoryReadInt(base, offset, memory));
    }

    public static float memoryReadFloat(int base, PagedMemory memory, byte[] flat) {
        return Float.intBitsToFloat(memoryReadInt(base, memory, flat));
    }

    public static float memoryReadFloat(int base, int offset, PagedMemory memory, byte[] flat) {
        return Float.intBitsToFloat(memoryReadInt(base, offset, memory, flat));
    }

    public static double memoryReadDouble(int base, PagedMemory memory) {
        return Double.longBitsToDouble(memoryReadLong(base, memory));
    }

    public static double memoryReadDouble(int base, int offset, PagedMemory memory) {
        return Double.longBitsToDouble(memoryReadLong(base, offset, memory));
    }

    public static double memoryReadDouble(int base, PagedMemory memory, byte[] flat) {
        return Double.longBitsToDouble(memoryReadLong(base, memory, flat));
    }

    public static double memoryReadDouble(int base, int offset, PagedMemory memory, byte[] flat) {
        return Double.longBitsToDouble(memoryReadLong(base, offset, memory, flat));
    }

    public static void memoryWriteByte(int base, byte value, PagedMemory memory) {
        long address = (base & UNSIGNED);
        if (address < memory.limit) {
            memory.written[(int) address >>> SHIFT] = 1;
            memory.flat[(int) address] = value;
        } else {
            memory.writeByte(beyond(address), value);
        }
    }

    public static void memoryWriteByte(int base, byte value, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        if (address < memory.limit) {
            memory.written[(int) address >>> SHIFT] = 1;
            memory.flat[(int) address] = value;
        } else {
            memory.writeByte(beyond(address), value);
        }
    }

    public static void memoryWriteByte(int base, byte value, PagedMemory memory, byte[] flat, byte[] written) {
        int address = base;
        if (address >= 0 && address < flat.length) {
            written[address >>> SHIFT] = 1;
            flat[address] = value;
        } else {
            memory.writeByte(address, value);
        }
    }

    public static void memoryWriteByte(
            int base, byte value, int offset, PagedMemory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address < flat.length) {
            written[address >>> SHIFT] = 1;
            flat[address] = value;
        } else {
            memory.writeByte(address, value);
        }
    }

    public static void memoryWriteShort(int base, short value, PagedMemory memory) {
        long address = (base & UNSIGNED);
        if (address <= memory.limit - 2) {
            memory.written[(int) address >>> SHIFT] = 1;
            FlatPart.SHORTS.set(memory.flat, (int) address, value);
        } else {
            memory.writeShort(beyond(address), value);
        }
    }

    public static void memoryWriteShort(int base, short value, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        if (address <= memory.limit - 2) {
            memory.written[(int) address >>> SHIFT] = 1;
            FlatPart.SHORTS.set(memory.flat, (int) address, value);
        } else {
            memory.writeShort(beyond(address), value);
        }
    }

    public static void memoryWriteShort(int base, short value, PagedMemory memory, byte[] flat, byte[] written) {
        int address = base;
        if (address >= 0 && address <= flat.length - 2) {
            written[address >>> SHIFT] = 1;
            FlatPart.SHORTS.set(flat, address, value);
        } else {
            memory.writeShort(address, value);
        }
    }

    public static void memoryWriteShort(
            int base, short value, int offset, PagedMemory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address <= flat.length - 2) {
            written[address >>> SHIFT] = 1;
            FlatPart.SHORTS.set(flat, address, value);
        } else {
            memory.writeShort(address, value);
        }
    }

    public static void memoryWriteInt(int base, int value, PagedMemory memory) {
        long address = (base & UNSIGNED);
        if (address <= memory.limit - 4) {
            memory.written[(int) address >>> SHIFT] = 1;
            FlatPart.INTS.set(memory.flat, (int) address, value);
        } else {
            memory.writeI32(beyond(address), value);
        }
    }

    public static void memoryWriteInt(int base, int value, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        if (address <= memory.limit - 4) {
            memory.written[(int) address >>> SHIFT] = 1;
            FlatPart.INTS.set(memory.flat, (int) address, value);
        } else {
            memory.writeI32(beyond(address), value);
        }
    }

    public static void memoryWriteInt(int base, int value, PagedMemory memory, byte[] flat, byte[] written) {
        int address = base;
        if (address >= 0 && address <= flat.length - 4) {
            written[address >>> SHIFT] = 1;
            FlatPart.INTS.set(flat, address, value);
        } else {
            memory.writeI32(address, value);
        }
    }

    public static void memoryWriteInt(
            int base, int value, int offset, PagedMemory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address <= flat.length - 4) {
            written[address >>> SHIFT] = 1;
            FlatPart.INTS.set(flat, address, value);
        } else {
            memory.writeI32(address, value);
        }
    }

    public static void memoryWriteLong(int base, long value, PagedMemory memory) {
        long address = (base & UNSIGNED);
        if (address <= memory.limit - 8) {
            memory.written[(int) address >>> SHIFT] = 1;
            FlatPart.LONGS.set(memory.flat, (int) address, value);
        } else {
            memory.writeLong(beyond(address), value);
        }
    }

    public static void memoryWriteLong(int base, long value, int offset, PagedMemory memory) {
        long address = (base & UNSIGNED) + (offset & UNSIGNED);
        if (address <= memory.limit - 8) {
            memory.written[(int) address >>> SHIFT] = 1;
            FlatPart.LONGS.set(memory.flat, (int) address, value);
        } else {
            memory.writeLong(beyond(address), value);
        }
    }

    public static void memoryWriteLong(int base, long value, PagedMemory memory, byte[] flat, byte[] written) {
        int address = base;
        if (address >= 0 && address <= flat.length - 8) {
            written[address >>> SHIFT] = 1;
            FlatPart.LONGS.set(flat, address, value);
        } else {
            memory.writeLong(address, value);
        }
    }

    public static void memoryWriteLong(
            int base, long value, int offset, PagedMemory memory, byte[] flat, byte[] written) {
        int address = address(base, offset);
        if (address >= 0 && address <= flat.length - 8) {
            written[address >>> SHIFT] = 1;
            FlatPart.LONGS.set(flat, address, value);
        } else {
            memory.writeLong(address, value);
        }
    }

    public static void memoryWriteFloat(int base, float value, PagedMemory memory) {
        memoryWriteInt(base, Float.floatToRawIntBits(value), memory);
    }

    public static void memoryWriteFloat(int base, float value, int offset, PagedMemory memory) {
        memoryWriteInt(base, Float.floatToRawIntBits(value), offset, memory);
    }

    public static void memoryWriteFloat(int base, float value, PagedMemory memory, byte[] flat, byte[] written) {
        memoryWriteInt(base, Float.floatToRawIntBits(value), memory, flat, written);
    }

    public static void memoryWriteFloat(
            int base, float value, int offset, PagedMemory memory, byte[] flat, byte[] written) {
        memoryWriteInt(base, Float.floatToRawIntBits(value), offset, memory, flat, written);
    }

    public static void memoryWriteDouble(int base, double value, PagedMemory memory) {
        memoryWriteLong(base, Double.doubleToRawLongBits(value), memory);
    }

    public static void memoryWriteDouble(int base, double value, int offset, PagedMemory memory) {
        memoryWriteLong(base, Double.doubleToRawLongBits(value), offset, memory);
    }

    public static void memoryWriteDouble(int base, double value, PagedMemory memory, byte[] flat, byte[] written) {
        memoryWriteLong(base, Double.doubleToRawLongBits(value), memory, flat, written);
    }

    public static void memoryWriteDouble(
            int base, double value, int offset, PagedMemory memory, byte[] flat, byte[] written) {
        memoryWriteLong(base, Double.doubleToRawLongBits(value), offset, memory, flat, written);
    }
}
