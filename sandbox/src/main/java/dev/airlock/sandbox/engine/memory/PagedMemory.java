package dev.airlock.sandbox.engine.memory;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.exact.ExactTables;
import dev.airlock.sandbox.engine.exceptions.CaughtExceptions;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The linear memory of one instance, which grows only within the call's memory limit. Its beginning is in a
 * {@link FlatPart}, up to a size; the rest is in chunks, exactly as many as needed now. A chunk is shared with every
 * other instance, or with all memory that is still zero, until its first write, which copies it. Flat parts are reused
 * once their writes are erased. So an instance costs what it touches, and no other instance sees what it writes.
 *
 * <p>It also contains the call's {@linkplain GuestRegisters counters and registers}, which compiled code finds here.
 * Every bounds check is made in 64 bits, so that no sum of a guest's values can wrap around.
 */
@SuppressWarnings("removal") // the interface demands them
public final class PagedMemory extends GuestRegisters implements Memory {
    private static final int PAGE_SHIFT = 16;
    private static final int SHIFT = MemoryImage.CHUNK_SHIFT;
    private static final int CHUNK = MemoryImage.CHUNK_BYTES;
    private static final int MASK = CHUNK - 1;

    /** The number of chunks after which the deadline is checked: about 100 microseconds. */
    private static final int CHUNKS_BETWEEN_LOOKS = (1 << 20) / CHUNK;

    /** Whether the function that is entered now begins overdrawn, which is handled later. */
    boolean owes;

    private final MemoryLimits limits;
    private final Growth growth;
    private final @Nullable FlatParts home;
    private FlatPart part;

    /** The first bytes; another array once the memory is released, and only then. */
    byte[] flat;

    /** For each chunk of the first bytes, nonzero if a write began in it; the writer sets it. */
    byte[] written;

    /** The number of the first bytes that exist now: a flat part has room for some that may come. */
    int limit;

    private boolean hasItsData;
    private byte[][] readable;
    private byte[] @Nullable [] writable;
    private int pages;
    private DataSegment[] dataSegments = {};
    private @Nullable CaughtExceptions exceptions;

    private PagedMemory(MemoryLimits limits, Growth growth, byte[][] initial, FlatPart part, @Nullable FlatParts home) {
        this.limits = limits;
        this.growth = growth;
        this.home = home;
        this.readable = initial;
        this.writable = new byte[initial.length][];
        this.pages = initial.length >>> (PAGE_SHIFT - SHIFT);
        lieIn(part);
        this.hasItsData = home != null;
    }

    /** Returns a memory of that call with zeros in its first pages; the engine adds the data segments. */
    public static PagedMemory of(CallScope scope, MemoryLimits limits, Growth growth) {
        return admitted(scope, growth, zero(limits, growth));
    }

    /**
     * Returns a memory of that call that has its data segments. {@linkplain #release Release} it when the call is over.
     */
    public static PagedMemory of(CallScope scope, MemoryLimits limits, Growth growth, FlatParts parts) {
        PagedMemory memory = admitted(
                scope, growth, new PagedMemory(limits, growth, parts.image().chunks(), FlatPart.NONE, parts));
        long wanted = Math.min(FlatPart.MOST_PAGES, Math.min(parts.image().grownPages(), limits.maximumPages()));
        memory.lieIn(parts.take(wanted > memory.pages && growth.reserve(wanted) ? wanted : memory.pages));
        return memory;
    }

    private static PagedMemory admitted(CallScope scope, Growth growth, PagedMemory memory) {
        scope.moveCountersTo(memory);
        if (!growth.allow(memory.pages)) {
            throw new UninstantiableException("out of bounds memory access");
        }
        return memory;
    }

    /** Returns a memory that charges no call. */
    public static PagedMemory ofNobody(MemoryLimits limits) {
        return zero(limits, new Growth(LimitName.MEMORY, PAGE_SIZE, 0));
    }

    private static PagedMemory zero(MemoryLimits limits, Growth growth) {
        byte[][] chunks = new byte[limits.initialPages() << (PAGE_SHIFT - SHIFT)][];
        Arrays.fill(chunks, MemoryImage.ZERO);
        return new PagedMemory(limits, growth, chunks, FlatPart.of(chunks, limits.initialPages()), null);
    }

    private void lieIn(FlatPart other) {
        part = other;
        flat = other.bytes();
        written = other.written();
        limit = (int) Math.min(flat.length, sizeBytes());
    }

    /** The exceptions to which the instance has references, which compiled code finds through its memory too. */
    public CaughtExceptions exceptions() {
        if (exceptions == null) {
            exceptions = new CaughtExceptions();
        }
        return exceptions;
    }

    /**
     * The content of the memory now, for other memories to begin with. Nothing may be written to this one afterwards.
     */
    public MemoryImage image() {
        byte[][] chunks = readable.clone();
        for (int chunk = 0; chunk < flatChunks(); chunk++) {
            if (part.isWritten(chunk)) {
                chunks[chunk] = Arrays.copyOfRange(flat, chunk << SHIFT, (chunk + 1) << SHIFT);
            }
        }
        return MemoryImage.of(chunks);
    }

    /** Releases what another instance can use; called on the guest's thread, after its last instruction. */
    public void release() {
        FlatPart own = part;
        lieIn(FlatPart.NONE);
        if (home != null && own != part) {
            home.giveBack(own, sizeBytes());
        }
    }

    /** The data segments that no instruction can use any more. */
    @SuppressWarnings("ReferenceEquality") // it is one object, which takes the place of what was dropped
    public BitSet droppedSegments() {
        BitSet dropped = new BitSet();
        for (int i = 0; i < dataSegments.length; i++) {
            dropped.set(i, dataSegments[i] == PassiveDataSegment.EMPTY);
        }
        return dropped;
    }

    /** The memory of a module without one: no bytes, and never any. */
    static PagedMemory none() {
        return ofNobody(new MemoryLimits(0, 0));
    }

    /** The present size in bytes. */
    long sizeBytes() {
        return (long) pages << PAGE_SHIFT;
    }

    @Override
    public long memoryBytes() {
        return sizeBytes();
    }

    /** Whether a range is wholly in memory; address and length are unsigned. */
    boolean contains(int address, int length) {
        return Integer.toUnsignedLong(address) + Integer.toUnsignedLong(length) <= sizeBytes();
    }

    @Override
    public int pages() {
        return pages;
    }

    @Override
    public int grow(int more) {
        int before = pages;
        long added = Integer.toUnsignedLong(more);
        if (before + added > limits.maximumPages() || !growth.allow(added) || before + added > RUNTIME_MAX_PAGES) {
            return -1;
        }
        lookAtDeadline();
        int chunks = (before + more) << (PAGE_SHIFT - SHIFT);
        byte[][] grown = Arrays.copyOf(readable, chunks);
        Arrays.fill(grown, readable.length, chunks, MemoryImage.ZERO);
        writable = Arrays.copyOf(writable, chunks);
        readable = grown;
        pages = before + more;
        limit = (int) Math.min(flat.length, sizeBytes());
        return before;
    }

    /** The number of chunks in the flat part. */
    private int flatChunks() {
        return limit >>> SHIFT;
    }

    /** The array that contains a chunk. */
    private byte[] readable(int chunk) {
        return chunk < flatChunks() ? flat : readable[chunk];
    }

    /** The index of a byte in the array that contains its chunk. */
    private int index(int address) {
        return address >>> SHIFT < flatChunks() ? address : address & MASK;
    }

    /** The array that contains a chunk, for a write to that chunk. */
    private byte[] writable(int chunk) {
        if (chunk < flatChunks()) {
            written[chunk] = 1;
            return flat;
        }
        byte[] own = writable[chunk];
        return own == null ? copied(chunk) : own;
    }

    private byte[] copied(int chunk) {
        byte[] shared = readable[chunk];
        byte[] own = shared == MemoryImage.ZERO ? new byte[CHUNK] : shared.clone();
        readable[chunk] = own;
        writable[chunk] = own;
        return own;
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
        if (hasItsData) {
            hasItsData = false; // a module that imports the memory comes later, with data of its own
            return;
        }
        ExactTables.checkActiveSegments(instance);
        for (int i = 0; i < segments.length; i++) {
            if (segments[i] instanceof ActiveDataSegment active && active.index() == memoryIndex) {
                int offset = (int) ConstantEvaluators.computeConstantValue(instance, active.offsetInstructions())[0];
                if (!contains(offset, active.data().length)) {
                    throw new UninstantiableException("out of bounds memory access");
                }
                write(offset, active.data(), 0, active.data().length);
                segments[i] = PassiveDataSegment.EMPTY; // section 4.5.4: an active segment is dropped once it is copied
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

    /** Does nothing: the engine calls it once, before the first instruction. */
    @Override
    public void zero() {}

    @Override
    public void fill(byte value, int from, int to) {
        long start = Integer.toUnsignedLong(from);
        long end = Integer.toUnsignedLong(to);
        if (start > end || end > sizeBytes()) {
            throw outOfBounds();
        }
        for (int pieces = 1; start < end; pieces++) {
            lookNowAndThen(pieces);
            int inChunk = (int) start & MASK;
            int size = (int) Math.min(end - start, CHUNK - inChunk);
            fillPiece((int) start, size, value);
            start += size;
        }
    }

    /** Memory that was never written contains zeros already. */
    private void fillPiece(int address, int size, byte value) {
        int chunk = address >>> SHIFT;
        if (value != 0 || readable(chunk) != MemoryImage.ZERO) {
            int from = index(address);
            Arrays.fill(writable(chunk), from, from + size, value);
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
        if (pieces % CHUNKS_BETWEEN_LOOKS == 0) {
            lookAtDeadline();
        }
    }

    private void copyForwards(int destination, int source, int size) {
        for (int pieces = 1; size > 0; pieces++) {
            lookNowAndThen(pieces);
            int chunk = Math.min(size, CHUNK - Math.max(destination & MASK, source & MASK));
            copyChunk(destination, source, chunk);
            destination += chunk;
            source += chunk;
            size -= chunk;
        }
    }

    private void copyBackwards(int destination, int source, int size) {
        for (int pieces = 1; size > 0; pieces++) {
            lookNowAndThen(pieces);
            int lastDestination = (destination + size - 1) & MASK;
            int lastSource = (source + size - 1) & MASK;
            int chunk = Math.min(size, Math.min(lastDestination, lastSource) + 1);
            size -= chunk;
            copyChunk(destination + size, source + size, chunk);
        }
    }

    private void copyChunk(int destination, int source, int size) {
        byte[] to = writable(destination >>> SHIFT);
        System.arraycopy(readable(source >>> SHIFT), index(source), to, index(destination), size);
    }

    @Override
    public void write(int address, byte[] data, int offset, int size) {
        long dataEnd = Integer.toUnsignedLong(offset) + Integer.toUnsignedLong(size);
        if (!contains(address, size) || dataEnd > data.length) {
            throw outOfBounds();
        }
        while (size > 0) {
            int inChunk = address & MASK;
            int chunk = Math.min(size, CHUNK - inChunk);
            System.arraycopy(data, offset, writable(address >>> SHIFT), index(address), chunk);
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
            int inChunk = (address + done) & MASK;
            int chunk = Math.min(length - done, CHUNK - inChunk);
            int from = address + done;
            System.arraycopy(readable(from >>> SHIFT), index(from), result, done, chunk);
            done += chunk;
        }
        return result;
    }

    @Override
    public byte read(int address) {
        byte[] bytes = flat;
        return address >= 0 && address < limit ? bytes[address] : readBeyond(address);
    }

    private byte readBeyond(int address) {
        try {
            return readable[address >>> SHIFT][address & MASK];
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeByte(int address, byte value) {
        byte[] bytes = flat;
        if (address >= 0 && address < limit) {
            written[address >>> SHIFT] = 1;
            bytes[address] = value;
        } else {
            writeBeyond(address, value);
        }
    }

    private void writeBeyond(int address, byte value) {
        try {
            writable(address >>> SHIFT)[address & MASK] = value;
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public short readShort(int address) {
        byte[] bytes = flat;
        return address >= 0 && address <= limit - Short.BYTES
                ? (short) FlatPart.SHORTS.get(bytes, address)
                : readShortBeyond(address);
    }

    private short readShortBeyond(int address) {
        int inChunk = address & MASK;
        if (inChunk > CHUNK - Short.BYTES) {
            return (short) readAcross(address, Short.BYTES);
        }
        try {
            return (short) FlatPart.SHORTS.get(readable[address >>> SHIFT], inChunk);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeShort(int address, short value) {
        byte[] bytes = flat;
        if (address >= 0 && address <= limit - Short.BYTES) {
            written[address >>> SHIFT] = 1;
            FlatPart.SHORTS.set(bytes, address, value);
        } else {
            writeShortBeyond(address, value);
        }
    }

    private void writeShortBeyond(int address, short value) {
        int inChunk = address & MASK;
        if (inChunk > CHUNK - Short.BYTES) {
            writeAcross(address, value, Short.BYTES);
            return;
        }
        try {
            FlatPart.SHORTS.set(writable(address >>> SHIFT), inChunk, value);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public int readInt(int address) {
        byte[] bytes = flat;
        return address >= 0 && address <= limit - Integer.BYTES
                ? (int) FlatPart.INTS.get(bytes, address)
                : readIntBeyond(address);
    }

    private int readIntBeyond(int address) {
        int inChunk = address & MASK;
        if (inChunk > CHUNK - Integer.BYTES) {
            return (int) readAcross(address, Integer.BYTES);
        }
        try {
            return (int) FlatPart.INTS.get(readable[address >>> SHIFT], inChunk);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeI32(int address, int value) {
        byte[] bytes = flat;
        if (address >= 0 && address <= limit - Integer.BYTES) {
            written[address >>> SHIFT] = 1;
            FlatPart.INTS.set(bytes, address, value);
        } else {
            writeI32Beyond(address, value);
        }
    }

    private void writeI32Beyond(int address, int value) {
        int inChunk = address & MASK;
        if (inChunk > CHUNK - Integer.BYTES) {
            writeAcross(address, value, Integer.BYTES);
            return;
        }
        try {
            FlatPart.INTS.set(writable(address >>> SHIFT), inChunk, value);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public long readLong(int address) {
        byte[] bytes = flat;
        return address >= 0 && address <= limit - Long.BYTES
                ? (long) FlatPart.LONGS.get(bytes, address)
                : readLongBeyond(address);
    }

    private long readLongBeyond(int address) {
        int inChunk = address & MASK;
        if (inChunk > CHUNK - Long.BYTES) {
            return readAcross(address, Long.BYTES);
        }
        try {
            return (long) FlatPart.LONGS.get(readable[address >>> SHIFT], inChunk);
        } catch (IndexOutOfBoundsException e) {
            throw outOfBounds();
        }
    }

    @Override
    public void writeLong(int address, long value) {
        byte[] bytes = flat;
        if (address >= 0 && address <= limit - Long.BYTES) {
            written[address >>> SHIFT] = 1;
            FlatPart.LONGS.set(bytes, address, value);
        } else {
            writeLongBeyond(address, value);
        }
    }

    private void writeLongBeyond(int address, long value) {
        int inChunk = address & MASK;
        if (inChunk > CHUNK - Long.BYTES) {
            writeAcross(address, value, Long.BYTES);
            return;
        }
        try {
            FlatPart.LONGS.set(writable(address >>> SHIFT), inChunk, value);
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

    /** Modules with atomic instructions are refused at load, so this exception means a bug of ours. */
    private static IllegalStateException noThreads() {
        return new IllegalStateException("an atomic instruction in a module that may have none");
    }

    private static WasmRuntimeException outOfBounds() {
        return new WasmRuntimeException("out of bounds memory access");
    }
}
