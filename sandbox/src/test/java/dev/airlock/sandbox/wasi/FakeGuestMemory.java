package dev.airlock.sandbox.wasi;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.GuestMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Guest memory in an array. */
final class FakeGuestMemory implements GuestMemory {
    static final int SIZE = 1 << 18;

    private final CallScope scope;
    private final ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);

    FakeGuestMemory(CallScope scope) {
        this.scope = scope;
    }

    @Override
    public long sizeBytes() {
        return SIZE;
    }

    @Override
    public void requireRange(int address, int length) {
        long from = Integer.toUnsignedLong(address);
        long size = Integer.toUnsignedLong(length);
        if (from + size > SIZE) {
            throw scope.end(new Termination.BadPointer("test", from, size, SIZE));
        }
    }

    @Override
    public byte[] read(int address, int length) {
        requireRange(address, length);
        byte[] copy = new byte[length];
        bytes.get(address, copy);
        return copy;
    }

    @Override
    public void write(int address, byte[] source, int offset, int length) {
        requireRange(address, length);
        bytes.put(address, source, offset, length);
    }

    @Override
    public int readInt(int address) {
        requireRange(address, Integer.BYTES);
        return bytes.getInt(address);
    }

    @Override
    public long readLong(int address) {
        requireRange(address, Long.BYTES);
        return bytes.getLong(address);
    }

    @Override
    public void writeInt(int address, int value) {
        requireRange(address, Integer.BYTES);
        bytes.putInt(address, value);
    }

    @Override
    public void writeLong(int address, long value) {
        requireRange(address, Long.BYTES);
        bytes.putLong(address, value);
    }

    int readShort(int address) {
        return bytes.getShort(address) & 0xFFFF;
    }

    int readByte(int address) {
        return bytes.get(address) & 0xFF;
    }

    void writeByte(int address, int value) {
        bytes.put(address, (byte) value);
    }

    void writeShort(int address, int value) {
        bytes.putShort(address, (short) value);
    }
}
