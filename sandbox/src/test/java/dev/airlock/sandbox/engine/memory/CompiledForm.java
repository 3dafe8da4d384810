package dev.airlock.sandbox.engine.memory;

/**
 * The form in which compiled code accesses a memory: with or without an offset, and in a loop, with or without the
 * arrays held since the form was made.
 */
final class CompiledForm {
    private final PagedMemory memory;
    private final boolean held;
    private final byte[] flat;
    private final byte[] written;

    CompiledForm(PagedMemory memory, boolean held) {
        this.memory = memory;
        this.held = held;
        this.flat = CompiledAccess.flat(memory);
        this.written = CompiledAccess.written(memory);
    }

    byte readByte(int address, int offset) {
        int base = address - offset;
        if (offset == 0) {
            return held
                    ? CompiledAccess.memoryReadByte(base, memory, flat)
                    : CompiledAccess.memoryReadByte(base, memory);
        }
        return held
                ? CompiledAccess.memoryReadByte(base, offset, memory, flat)
                : CompiledAccess.memoryReadByte(base, offset, memory);
    }

    void writeByte(int address, int offset, byte value) {
        int base = address - offset;
        if (offset == 0 && held) {
            CompiledAccess.memoryWriteByte(base, value, memory, flat, written);
        } else if (offset == 0) {
            CompiledAccess.memoryWriteByte(base, value, memory);
        } else if (held) {
            CompiledAccess.memoryWriteByte(base, value, offset, memory, flat, written);
        } else {
            CompiledAccess.memoryWriteByte(base, value, offset, memory);
        }
    }

    short readShort(int address, int offset) {
        int base = address - offset;
        if (offset == 0) {
            return held
                    ? CompiledAccess.memoryReadShort(base, memory, flat)
                    : CompiledAccess.memoryReadShort(base, memory);
        }
        return held
                ? CompiledAccess.memoryReadShort(base, offset, memory, flat)
                : CompiledAccess.memoryReadShort(base, offset, memory);
    }

    void writeShort(int address, int offset, short value) {
        int base = address - offset;
        if (offset == 0 && held) {
            CompiledAccess.memoryWriteShort(base, value, memory, flat, written);
        } else if (offset == 0) {
            CompiledAccess.memoryWriteShort(base, value, memory);
        } else if (held) {
            CompiledAccess.memoryWriteShort(base, value, offset, memory, flat, written);
        } else {
            CompiledAccess.memoryWriteShort(base, value, offset, memory);
        }
    }

    int readInt(int address, int offset) {
        int base = address - offset;
        if (offset == 0) {
            return held ? CompiledAccess.memoryReadInt(base, memory, flat) : CompiledAccess.memoryReadInt(base, memory);
        }
        return held
                ? CompiledAccess.memoryReadInt(base, offset, memory, flat)
                : CompiledAccess.memoryReadInt(base, offset, memory);
    }

    void writeInt(int address, int offset, int value) {
        int base = address - offset;
        if (offset == 0 && held) {
            CompiledAccess.memoryWriteInt(base, value, memory, flat, written);
        } else if (offset == 0) {
            CompiledAccess.memoryWriteInt(base, value, memory);
        } else if (held) {
            CompiledAccess.memoryWriteInt(base, value, offset, memory, flat, written);
        } else {
            CompiledAccess.memoryWriteInt(base, value, offset, memory);
        }
    }

    long readLong(int address, int offset) {
        int base = address - offset;
        if (offset == 0) {
            return held
                    ? CompiledAccess.memoryReadLong(base, memory, flat)
                    : CompiledAccess.memoryReadLong(base, memory);
        }
        return held
                ? CompiledAccess.memoryReadLong(base, offset, memory, flat)
                : CompiledAccess.memoryReadLong(base, offset, memory);
    }

    void writeLong(int address, int offset, long value) {
        int base = address - offset;
        if (offset == 0 && held) {
            CompiledAccess.memoryWriteLong(base, value, memory, flat, written);
        } else if (offset == 0) {
            CompiledAccess.memoryWriteLong(base, value, memory);
        } else if (held) {
            CompiledAccess.memoryWriteLong(base, value, offset, memory, flat, written);
        } else {
            CompiledAccess.memoryWriteLong(base, value, offset, memory);
        }
    }

    float readFloat(int address, int offset) {
        int base = address - offset;
        if (offset == 0) {
            return held
                    ? CompiledAccess.memoryReadFloat(base, memory, flat)
                    : CompiledAccess.memoryReadFloat(base, memory);
        }
        return held
                ? CompiledAccess.memoryReadFloat(base, offset, memory, flat)
                : CompiledAccess.memoryReadFloat(base, offset, memory);
    }

    void writeFloat(int address, int offset, float value) {
        int base = address - offset;
        if (offset == 0 && held) {
            CompiledAccess.memoryWriteFloat(base, value, memory, flat, written);
        } else if (offset == 0) {
            CompiledAccess.memoryWriteFloat(base, value, memory);
        } else if (held) {
            CompiledAccess.memoryWriteFloat(base, value, offset, memory, flat, written);
        } else {
            CompiledAccess.memoryWriteFloat(base, value, offset, memory);
        }
    }

    double readDouble(int address, int offset) {
        int base = address - offset;
        if (offset == 0) {
            return held
                    ? CompiledAccess.memoryReadDouble(base, memory, flat)
                    : CompiledAccess.memoryReadDouble(base, memory);
        }
        return held
                ? CompiledAccess.memoryReadDouble(base, offset, memory, flat)
                : CompiledAccess.memoryReadDouble(base, offset, memory);
    }

    void writeDouble(int address, int offset, double value) {
        int base = address - offset;
        if (offset == 0 && held) {
            CompiledAccess.memoryWriteDouble(base, value, memory, flat, written);
        } else if (offset == 0) {
            CompiledAccess.memoryWriteDouble(base, value, memory);
        } else if (held) {
            CompiledAccess.memoryWriteDouble(base, value, offset, memory, flat, written);
        } else {
            CompiledAccess.memoryWriteDouble(base, value, offset, memory);
        }
    }
}
