package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.Memory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.GuestMemory;
import org.jspecify.annotations.Nullable;

/**
 * The guest's memory for one host function: a bad range ends the call, and the termination names the function. For a
 * guest without a memory every byte is out of range.
 */
public final class HostMemoryView implements GuestMemory {
    private final PagedMemory memory;
    private final CallScope scope;
    private final String function;

    /** The view of a host function of that name during a call; an empty one if there is no memory. */
    public HostMemoryView(@Nullable Memory memory, CallScope scope, String function) {
        this.memory = memory == null ? PagedMemory.none() : (PagedMemory) memory;
        this.scope = scope;
        this.function = function;
    }

    @Override
    public long sizeBytes() {
        return memory.sizeBytes();
    }

    @Override
    public byte[] read(int address, int length) {
        requireRange(address, length);
        return memory.readBytes(address, length);
    }

    @Override
    public void write(int address, byte[] source, int offset, int length) {
        requireRange(address, length);
        memory.write(address, source, offset, length);
    }

    @Override
    public int readInt(int address) {
        requireRange(address, Integer.BYTES);
        return memory.readInt(address);
    }

    @Override
    public long readLong(int address) {
        requireRange(address, Long.BYTES);
        return memory.readLong(address);
    }

    @Override
    public void writeInt(int address, int value) {
        requireRange(address, Integer.BYTES);
        memory.writeI32(address, value);
    }

    @Override
    public void writeLong(int address, long value) {
        requireRange(address, Long.BYTES);
        memory.writeLong(address, value);
    }

    @Override
    public void requireRange(int address, int length) {
        if (!memory.contains(address, length)) {
            throw scope.end(new Termination.BadPointer(
                    function, Integer.toUnsignedLong(address), Integer.toUnsignedLong(length), memory.sizeBytes()));
        }
    }
}
