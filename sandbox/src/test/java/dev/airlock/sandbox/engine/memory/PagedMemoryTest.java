package dev.airlock.sandbox.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.time.Clock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The memory does what one array of bytes would do, wherever an access falls: in its flat part, in chunks, on the border of the
 * two, and beyond its end; and a memory that begins in a used flat part cannot tell it from a new one.
 */
@SuppressWarnings("ByteBufferBackingArray") // the models wrap arrays of their own
final class PagedMemoryTest {
    private static final int PAGE = Memory.PAGE_SIZE;
    private static final int FLAT = FlatPart.MOST_BYTES;
    private static final int PAGES = FLAT / PAGE + 2;
    private static final int STEPS = 4_000;

    static LongStream seeds() {
        long first = Long.getLong("airlock.seed", 1);
        return LongStream.range(first, first + (Boolean.getBoolean("airlock.full") ? 200 : 3));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void doesWhatOneArrayWouldDo(long seed) {
        Random random = new Random(seed);
        MemoryImage image = image(random);
        FlatParts parts = new FlatParts(image);
        for (int call = 0; call < 3; call++) {
            PagedMemory memory = memory(parts);
            ByteBuffer model = model(image);
            assertThat(memory.readBytes(0, model.capacity())).isEqualTo(model.array());
            for (int step = 0; step < STEPS; step++) {
                if (random.nextBoolean()) {
                    step(random, memory, model);
                } else {
                    stepOfCompiledCode(random, memory, model);
                }
            }
            assertThat(memory.readBytes(0, model.capacity())).isEqualTo(model.array());
            assertThat(bytes(memory.image())).isEqualTo(model.array());
            memory.release();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void refusesWhatAnArrayWouldRefuse(long seed) {
        Random random = new Random(seed);
        PagedMemory memory = memory(new FlatParts(image(random)));
        int end = PAGES * PAGE;
        for (int address : new int[] {end, end - 1, end + 1, -1, -8, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30}) {
            if (address != end - 1) {
                refuses(() -> memory.read(address));
                refuses(() -> memory.writeByte(address, (byte) 1));
            }
            refuses(() -> memory.readShort(address));
            refuses(() -> memory.readInt(address));
            refuses(() -> memory.readLong(address));
            refuses(() -> memory.writeShort(address, (short) 1));
            refuses(() -> memory.writeI32(address, 1));
            refuses(() -> memory.writeLong(address, 1));
            refuses(() -> memory.fill((byte) 1, address, address + 2));
            for (int offset : new int[] {0, 1, 7, Integer.MAX_VALUE}) {
                refusesCompiledCode(memory, address, offset);
            }
            refuses(() -> memory.copy(address, 0, 2));
            refuses(() -> memory.copy(0, address, 2));
        }
        assertThat(memory.readBytes(end - 8, 8)).isEqualTo(new byte[8]);
    }

    @Test
    void isNothingToWhoeverStillHoldsItOnceItWasReleased() {
        FlatParts parts = new FlatParts(image(new Random(7)));
        PagedMemory over = memory(parts);
        over.writeLong(8, 0x5EC2E7);
        over.release();
        over.writeLong(16, 0x5EC2E7);
        over.release();

        PagedMemory next = memory(parts);
        PagedMemory other = memory(parts);
        next.writeByte(100, (byte) 1);

        assertThat(next.readLong(8)).isZero();
        assertThat(next.readLong(16)).isZero();
        assertThat(over.read(100)).isZero();
        assertThat(other.read(100)).isZero();
    }

    /** Mostly zeros; some chunks at the start, on both sides of the border and at the end are not. */
    private static MemoryImage image(Random random) {
        byte[][] chunks = new byte[PAGES * (PAGE / MemoryImage.CHUNK_BYTES)][];
        Arrays.fill(chunks, MemoryImage.ZERO);
        int border = FLAT / MemoryImage.CHUNK_BYTES;
        for (int chunk : List.of(1, 2, 5, border - 1, border, border + 1)) {
            chunks[chunk] = new byte[MemoryImage.CHUNK_BYTES];
            random.nextBytes(chunks[chunk]);
        }
        return MemoryImage.of(chunks);
    }

    private static PagedMemory memory(FlatParts parts) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, Long.MAX_VALUE / 4);
        Growth growth = new Growth(LimitName.MEMORY, PAGE, 64 << 20);
        return PagedMemory.of(scope, new MemoryLimits(PAGES, PAGES + 8), growth, parts);
    }

    private static ByteBuffer model(MemoryImage image) {
        return ByteBuffer.wrap(bytes(image)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(MemoryImage image) {
        byte[][] chunks = image.chunks();
        byte[] all = new byte[chunks.length * MemoryImage.CHUNK_BYTES];
        for (int i = 0; i < chunks.length; i++) {
            System.arraycopy(chunks[i], 0, all, i * MemoryImage.CHUNK_BYTES, MemoryImage.CHUNK_BYTES);
        }
        return all;
    }

    private static void step(Random random, PagedMemory memory, ByteBuffer model) {
        int address = address(random);
        long value = random.nextLong();
        switch (random.nextInt(11)) {
            case 0 -> assertThat(memory.read(address)).isEqualTo(model.get(address));
            case 1 -> assertThat(memory.readShort(address)).isEqualTo(model.getShort(address));
            case 2 -> assertThat(memory.readInt(address)).isEqualTo(model.getInt(address));
            case 3 -> assertThat(memory.readLong(address)).isEqualTo(model.getLong(address));
            case 4 -> {
                memory.writeByte(address, (byte) value);
                model.put(address, (byte) value);
            }
            case 5 -> {
                memory.writeShort(address, (short) value);
                model.putShort(address, (short) value);
            }
            case 6 -> {
                memory.writeI32(address, (int) value);
                model.putInt(address, (int) value);
            }
            case 7 -> {
                memory.writeLong(address, value);
                model.putLong(address, value);
            }
            case 8 -> {
                int size = size(random, address);
                byte fill = (byte) random.nextInt(3);
                memory.fill(fill, address, address + size);
                Arrays.fill(model.array(), address, address + size, fill);
            }
            case 9 -> {
                int from = address(random);
                int size = Math.min(size(random, address), size(random, from));
                memory.copy(address, from, size);
                System.arraycopy(model.array(), from, model.array(), address, size);
            }
            default -> {
                byte[] data = new byte[size(random, address)];
                random.nextBytes(data);
                memory.write(address, data, 0, data.length);
                model.put(address, data);
            }
        }
    }

    private static void stepOfCompiledCode(Random random, PagedMemory memory, ByteBuffer model) {
        int address = address(random);
        int offset = random.nextInt(address + 1);
        int base = address - offset;
        long value = random.nextLong();
        byte[] flat = CompiledAccess.flat(memory);
        byte[] written = CompiledAccess.written(memory);
        switch (random.nextInt(12)) {
            case 0 ->
                assertThat(CompiledAccess.memoryReadByte(base, offset, memory, flat))
                        .isEqualTo(model.get(address));
            case 1 ->
                assertThat(CompiledAccess.memoryReadShort(base, offset, memory, flat))
                        .isEqualTo(model.getShort(address));
            case 2 ->
                assertThat(CompiledAccess.memoryReadInt(base, offset, memory, flat))
                        .isEqualTo(model.getInt(address));
            case 3 ->
                assertThat(CompiledAccess.memoryReadLong(base, offset, memory, flat))
                        .isEqualTo(model.getLong(address));
            case 4 ->
                assertThat(Float.floatToRawIntBits(CompiledAccess.memoryReadFloat(base, offset, memory, flat)))
                        .isEqualTo(model.getInt(address));
            case 5 ->
                assertThat(Double.doubleToRawLongBits(CompiledAccess.memoryReadDouble(base, offset, memory, flat)))
                        .isEqualTo(model.getLong(address));
            case 6 -> {
                CompiledAccess.memoryWriteByte(base, (byte) value, offset, memory, flat, written);
                model.put(address, (byte) value);
            }
            case 7 -> {
                CompiledAccess.memoryWriteShort(base, (short) value, offset, memory, flat, written);
                model.putShort(address, (short) value);
            }
            case 8 -> {
                CompiledAccess.memoryWriteInt(base, (int) value, offset, memory, flat, written);
                model.putInt(address, (int) value);
            }
            case 9 -> {
                CompiledAccess.memoryWriteLong(base, value, offset, memory, flat, written);
                model.putLong(address, value);
            }
            case 10 -> {
                CompiledAccess.memoryWriteFloat(base, (float) value, offset, memory, flat, written);
                model.putFloat(address, (float) value);
            }
            default -> {
                CompiledAccess.memoryWriteDouble(base, (double) value, offset, memory, flat, written);
                model.putDouble(address, (double) value);
            }
        }
    }

    /** Near the start, a chunk's end, the border, or the end; at least 8 bytes are left behind it. */
    private static int address(Random random) {
        int near = List.of(0, 3 * MemoryImage.CHUNK_BYTES, FLAT - 16, FLAT + MemoryImage.CHUNK_BYTES, PAGES * PAGE - 40)
                .get(random.nextInt(5));
        return Math.min(PAGES * PAGE - Long.BYTES, Math.max(0, near + random.nextInt(40) - 8));
    }

    private static int size(Random random, int address) {
        return Math.min(random.nextInt(3 * MemoryImage.CHUNK_BYTES), PAGES * PAGE - address);
    }

    private static void refusesCompiledCode(PagedMemory memory, int base, int offset) {
        byte[] flat = CompiledAccess.flat(memory);
        byte[] written = CompiledAccess.written(memory);
        refuses(() -> CompiledAccess.memoryReadShort(base, offset, memory, flat));
        refuses(() -> CompiledAccess.memoryReadInt(base, offset, memory, flat));
        refuses(() -> CompiledAccess.memoryReadLong(base, offset, memory, flat));
        refuses(() -> CompiledAccess.memoryWriteShort(base, (short) 1, offset, memory, flat, written));
        refuses(() -> CompiledAccess.memoryWriteInt(base, 1, offset, memory, flat, written));
        refuses(() -> CompiledAccess.memoryWriteLong(base, 1, offset, memory, flat, written));
    }

    private static void refuses(Runnable access) {
        assertThatThrownBy(access::run)
                .isInstanceOf(WasmRuntimeException.class)
                .hasMessage("out of bounds memory access");
    }
}
