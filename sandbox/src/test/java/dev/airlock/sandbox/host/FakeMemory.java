package dev.airlock.sandbox.host;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.GuestMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Guest memory in an array, with the same rule for ranges as the real one. */
final class FakeMemory implements GuestMemory {
    private final CallScope scope;
    private final ByteBuffer bytes;
    private String function = "none";

    FakeMemory(CallScope scope, int sizeBytes) {
        this.scope = scope;
        this.bytes = ByteBuffer.allocate(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Names the function that uses the memory from now on. */
    void callFrom(String caller) {
        function = caller;
    }

    @Override
    public long sizeBytes() {
        return bytes.capacity();
    }

    @Override
    public void requireRange(int address, int length) {
        checked(address, length);
    }

    @Override
    public byte[] read(int address, int length) {
        byte[] copy = new byte[checked(address, length)];
        bytes.get(address, copy);
        return copy;
    }

    @Override
    public void write(int address, byte[] source, int offset, int length) {
        bytes.put(address, source, offset, checked(address, length));
    }

    @Override
    public int readInt(int address) {
        return bytes.getInt(address);
    }

    @Override
    public long readLong(int address) {
        return bytes.getLong(address);
    }

    @Override
    public void writeInt(int address, int value) {
        bytes.putInt(address, value);
    }

    @Override
    public void writeLong(int address, long value) {
        bytes.putLong(address, value);
    }

    private int checked(int address, int length) {
        long from = Integer.toUnsignedLong(address);
        long size = Integer.toUnsignedLong(length);
        if (from + size > sizeBytes()) {
            throw scope.end(new Termination.BadPointer(function, from, size, sizeBytes()));
        }
        return length;
    }
}
