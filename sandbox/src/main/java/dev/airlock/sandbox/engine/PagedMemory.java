package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Gauges;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The linear memory of one instance: pages of 64 KiB, as many as there are now and no slot more, grown only within the
 * call's memory limit. It is also where the call's {@link Gauges} are, which compiled code finds here. Every bounds check is made in 64 bits, so that no sum of a guest's values can wrap around.
 */
@SuppressWarnings("removal") // the interface demands them
final class PagedMemory extends Gauges implements Memory {
    private static final int PAGE_SHIFT = 16;
    private static final int PAGE_MASK = PAGE_SIZE - 1;
    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** After so many pages the deadline is looked at: about 100 microseconds. */
    private static final int PAGES_BETWEEN_LOOKS = 16;

    private final MemoryLimits limits;
    private final Growth growth;
    private byte[][] pages;
    private DataSegment[] dataSegments = {};

    /** A memory that charges nobody. */
    PagedMemory(MemoryLimits limits, Growth growth) {
        this.limits = limits;
        this.growth = growth;
        this.pages = new byte[0][];
    }

    /** The memory of an instance of that call, with its first pages. */
    static PagedMemory of(CallScope scope, MemoryLimits limits, Growth growth) {
        PagedMemory memory = new PagedMemory(limits, growth);
        scope.moveGaugesTo(memory);
        memory.allocateFirst();
        return memory;
    }

    private void allocateFirst() {
        if (!growth.allow(limits.initialPages())) {
            throw new UninstantiableException("out of bounds memory access");
        }
        pages = new byte[limits.initialPages()][];
        allocateFrom(0);
    }

    /** The memory of a module that has none: no bytes, and never any. */
    static PagedMemory none() {
        return new PagedMemory(new MemoryLimits(0, 0), new Growth(LimitName.MEMORY, PAGE_SIZE, 0));
    }

    /** How many bytes there are now. */
    long sizeBytes() {
        return (long) pages.length << PAGE_SHIFT;
    }

    @Override
    public long memoryBytes() {
        return sizeBytes();
    }

    /** Whether a range lies in memory whole; address and length are unsigned. */
    boolean contains(int address, int length) {
        return Integer.toUnsignedLong(address) + Integer.toUnsignedLong(length) <= sizeBytes();
    }

    @Override
    public int pages() {
        return pages.length;
    }

    @Override
    public int grow(int more) {
        int before = pages.length;
        long added = Integer.toUnsignedLong(more);
        if (before + added > limits.maximumPages() || !growth.allow(added) || before + added > RUNTIME_MAX_PAGES) {
            return -1;
        }
        pages = Arrays.copyOf(pages, before + more);
        allocateFrom(before);
        return before;
    }

    private void allocateFrom(int first) {
        for (int i = first; i < pages.length; i++) {
            if (i % PAGES_BETWEEN_LOOKS == 0) {
                lookAtDeadline();
            }
            pages[i] = new byte[PAGE_SIZE];
        }
    }

    @Override
    public int initialPages() {
        return limits.initialPages();
    }

    @Override
    public int maximumPages() {
        return Math.min(limits.maximumPages(), RUNTIME_MAX_PAGES);
    }

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public void initialize(Instance instance, DataSegment[] segments) {
        initialize(instance, segments, 0);
    }

    @Override
    public void initialize(Instance instance, DataSegment[] segments, int memoryIndex) {
        dataSegments = segments;
        for (DataSegment segment : segments) {
            if (segment instanceof ActiveDataSegment active && active.index() == memoryIndex) {
                int offset = (int) ConstantEvaluators.computeConstantValue(instance, active.offsetInstructions())[0];
                if (!contains(offset, active.data().length)) {
                    throw new UninstantiableException("out of bounds memory access");
                }
                write(offset, active.data(), 0, active.data().length);
            }
        }
    }

    @Override
    public void initPassiveSegment(int segment, int destination, int offset, int size) {
        write(destination, dataSegments[segment].data(), offset, size);
    }

    @Override
    public void drop(int segment) {
        dataSegments[segment] = PassiveDataSegment.EMPTY;
    }

    @Override
    public void zero() {
        for (byte[] page : pages) {
            Arrays.fill(page, (byte) 0);
        }
    }

    @Override
    public void fill(byte value, int from, int to) {
        long start = Integer.toUnsignedLong(from);
        long end = Integer.toUnsignedLong(to);
        if (start > end || end > sizeBytes()) {
            throw outOfBounds();
        }
        for (int pieces = 1; start < end; pieces++) {
            lookNowAndThen(pieces);
            int inPage = (int) start & PAGE_MASK;
            int chunk = (int) Math.min(end - start, PAGE_SIZE - inPage);
            Arrays.fill(pages[(int) (start >>> PAGE_SHIFT)], inPage, inPage + chunk, value);
            start += chunk;
        }
    }

    @Override
    public void copy(int destination, int source, int size) {
        if (!contains(destination, size) || !contains(source, size)) {
            throw outOfBounds();
        }
        if (Integer.compareUnsigned(destination, source) <= 0) {
            copyForwards(destination, source, size);
        } else {
            copyBackwards(destination, source, size);
        }
    }

    private void lookNowAndThen(int pieces) {
        if (pieces % PAGES_BETWEEN_LOOKS == 0) {
            lookAtDeadline();
        }
    }

    private void copyForwards(int destination, int source, int size) {
        for (int pieces = 1; size > 0; pieces++) {
            lookNowAndThen(pieces);
            int chunk = Math.min(size, PAGE_SIZE - Math.max(destination & PAGE_MASK, source & PAGE_MASK));
            copyChunk(destination, source, chunk);
            destination += chunk;
            source += chunk;
            size -= chunk;
        }
    }

    private void copyBackwards(int destination, int source, int size) {
        for (int pieces = 1; size > 0; pieces++) {
            lookNowAndThen(pieces);
            int lastDestination = (destination + size - 1) & PAGE_MASK;
            int lastSource = (source + size - 1) & PAGE_MASK;
            int chunk = Math.min(size, Math.min(lastDestination, lastSource) + 1);
            size -= chunk;
            copyChunk(destination + size, source + size, chunk);
        }
    }

    private void copyChunk(int destination, int source, int size) {
        System.arraycopy(
                pages[source >>> PAGE_SHIFT],
                source & PAGE_MASK,
                pages[destination >>> PAGE_SHIFT],
                destination & PAGE_MASK,
                size);
    }

    @Override
    public void write(int address, byte[] data, int offset, int size) {
        long dataEnd = Integer.toUnsignedLong(offset) + Integer.toUnsignedLong(size);
        if (!contains(address, size) || dataEnd > data.length) {
            throw outOfBounds();
        }
        while (size > 0) {
            int inPage = address & PAGE_MASK;
            int chunk = Math.min(size, PAGE_SIZE - inPage);
            System.arraycopy(data, offset, pages[address >>> PAGE_SHIFT], inPage, chunk);
            address += chunk;
            offset += chunk;
            size -= chunk;
        }
    }

    @Override
    public byte[] readBytes(int address, int length) {
        if (!contains(address, length)) {
            throw outOfBounds();
        }
        byte[] result = new byte[length];
        int done = 0;
        while (done < length) {
            int inPage = (address + done) & PAGE_MASK;
            int chunk = Math.min(length - done, PAGE_SIZE - inPage);
            System.arraycopy(pages[(address + done) >>> PAGE_SHIFT], inPage, result, done, chunk);
            done += chunk;
        }
        return result;
    }

    @Override
    public byte read(int address) {
        try {
            return pages[address >>> PAGE_SHIFT][address & PAGE_MASK];
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeByte(int address, byte value) {
        try {
            pages[address >>> PAGE_SHIFT][address & PAGE_MASK] = value;
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public short readShort(int address) {
        int inPage = address & PAGE_MASK;
        if (inPage > PAGE_SIZE - Short.BYTES) {
            return (short) readAcross(address, Short.BYTES);
        }
        try {
            return (short) SHORTS.get(pages[address >>> PAGE_SHIFT], inPage);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeShort(int address, short value) {
        int inPage = address & PAGE_MASK;
        if (inPage > PAGE_SIZE - Short.BYTES) {
            writeAcross(address, value, Short.BYTES);
            return;
        }
        try {
            SHORTS.set(pages[address >>> PAGE_SHIFT], inPage, value);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public int readInt(int address) {
        int inPage = address & PAGE_MASK;
        if (inPage > PAGE_SIZE - Integer.BYTES) {
            return (int) readAcross(address, Integer.BYTES);
        }
        try {
            return (int) INTS.get(pages[address >>> PAGE_SHIFT], inPage);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeI32(int address, int value) {
        int inPage = address & PAGE_MASK;
        if (inPage > PAGE_SIZE - Integer.BYTES) {
            writeAcross(address, value, Integer.BYTES);
            return;
        }
        try {
            INTS.set(pages[address >>> PAGE_SHIFT], inPage, value);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public long readLong(int address) {
        int inPage = address & PAGE_MASK;
        if (inPage > PAGE_SIZE - Long.BYTES) {
            return readAcross(address, Long.BYTES);
        }
        try {
            return (long) LONGS.get(pages[address >>> PAGE_SHIFT], inPage);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeLong(int address, long value) {
        int inPage = address & PAGE_MASK;
        if (inPage > PAGE_SIZE - Long.BYTES) {
            writeAcross(address, value, Long.BYTES);
            return;
        }
        try {
            LONGS.set(pages[address >>> PAGE_SHIFT], inPage, value);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    private long readAcross(int address, int size) {
        if (!contains(address, size)) {
            throw outOfBounds();
        }
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = (value << Byte.SIZE) | (read(address + i) & 0xFF);
        }
        return value;
    }

    private void writeAcross(int address, long value, int size) {
        if (!contains(address, size)) {
            throw outOfBounds();
        }
        for (int i = 0; i < size; i++) {
            writeByte(address + i, (byte) (value >>> (Byte.SIZE * i)));
        }
    }

    @Override
    public long readU16(int address) {
        return readShort(address) & 0xFFFFL;
    }

    @Override
    public long readF32(int address) {
        return readInt(address);
    }

    @Override
    public float readFloat(int address) {
        return Float.intBitsToFloat(readInt(address));
    }

    @Override
    public void writeF32(int address, float value) {
        writeI32(address, Float.floatToRawIntBits(value));
    }

    @Override
    public long readF64(int address) {
        return readLong(address);
    }

    @Override
    public double readDouble(int address) {
        return Double.longBitsToDouble(readLong(address));
    }

    @Override
    public void writeF64(int address, double value) {
        writeLong(address, Double.doubleToRawLongBits(value));
    }

    @Override
    @Deprecated(forRemoval = true)
    public Object lock(int address) {
        throw noThreads();
    }

    @Override
    @Deprecated(forRemoval = true)
    public int waitOn(int address, int expected, long timeout) {
        throw noThreads();
    }

    @Override
    @Deprecated(forRemoval = true)
    public int waitOn(int address, long expected, long timeout) {
        throw noThreads();
    }

    @Override
    @Deprecated(forRemoval = true)
    public int notify(int address, int maxThreads) {
        throw noThreads();
    }

    /** Modules with atomic instructions are refused at load, so this is a bug of ours if it is ever seen. */
    private static IllegalStateException noThreads() {
        return new IllegalStateException("an atomic instruction in a module that may have none");
    }

    private static WasmRuntimeException outOfBounds() {
        return new WasmRuntimeException("out of bounds memory access");
    }
}
