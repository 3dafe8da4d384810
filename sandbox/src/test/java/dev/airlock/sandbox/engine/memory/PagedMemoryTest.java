package dev.airlock.sandbox.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.time.Clock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The memory behaves like one array of bytes wherever an access falls: in its flat part, in chunks, on the border of
 * the two, and beyond its end; and a memory that begins in a used flat part behaves like a new one.
 */
@SuppressWarnings("ByteBufferBackingArray") // the models wrap arrays of their own
final class PagedMemoryTest {
    private static final int PAGE = Memory.PAGE_SIZE;
    private static final int FLAT = FlatPart.MOST_BYTES;
    private static final int PAGES = FLAT / PAGE + 2;
    private static final MemoryLimits LIMITS = new MemoryLimits(PAGES, PAGES + 8);
    private static final MemoryLimits LIMITS_OF_FEW = new MemoryLimits(2, 10);
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

    @Test
    void growsInPlaceOnceAnotherHasGrownAsFar() {
        FlatParts parts = new FlatParts(MemoryImage.of(zeros(2)));
        PagedMemory first = memory(parts);
        assertThat(first.flat).hasSize(2 * PAGE);
        first.grow(3);
        first.writeLong(4 * PAGE, 0x5EC2E7);
        first.release();

        PagedMemory next = memory(parts);

        assertThat(next.flat).hasSize(5 * PAGE);
        CompiledForm before = new CompiledForm(next, true);
        refuses(() -> next.readLong(4 * PAGE));
        refuses(() -> before.readByte(2 * PAGE, 0));
        refuses(() -> before.writeLong(2 * PAGE - 4, 8, 1));
        assertThat(next.grow(3)).isEqualTo(2);
        assertThat(next.readLong(4 * PAGE)).isZero();
        before.writeLong(4 * PAGE, 16, 77);
        before.writeInt(2 * PAGE - 2, 0, -1);
        assertThat(new CompiledForm(next, true).readLong(4 * PAGE, 0)).isEqualTo(77);
        assertThat(next.readInt(2 * PAGE)).isEqualTo(0xFFFF);
        assertThat(bytes(next.image())).isEqualTo(next.readBytes(0, 5 * PAGE));
        next.release();

        PagedMemory last = memory(parts);
        last.grow(3);
        assertThat(last.readBytes(0, 5 * PAGE)).isEqualTo(new byte[5 * PAGE]);
    }

    @Test
    void isKeptWithHowFarItGrew() throws IOException {
        MemoryImage image = image(new Random(7));
        PagedMemory first = memory(new FlatParts(image));
        first.grow(3);
        first.release();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        image.write(new DataOutputStream(kept));

        MemoryImage read = MemoryImage.read(new DataInputStream(new ByteArrayInputStream(kept.toByteArray())));

        assertThat(read.grownPages()).isEqualTo(PAGES + 3L);
        assertThat(bytes(read)).isEqualTo(bytes(image));
    }

    @Test
    void growsInChunksWhereTheHostHasNoRoomAtOnce() {
        FlatParts parts = new FlatParts(MemoryImage.of(zeros(2)));
        PagedMemory first = memory(parts);
        first.grow(3);
        first.release();
        Growth growth = new Growth(LimitName.MEMORY, PAGE, 64 << 20, units -> {}, units -> false);

        PagedMemory next = PagedMemory.of(scope(), LIMITS, growth, parts);

        next.grow(3);
        next.writeLong(4 * PAGE, 77);
        assertThat(next.readLong(4 * PAGE)).isEqualTo(77);
        assertThat(growth.amount()).isEqualTo(5 * PAGE);
    }

    @Test
    void holdsTheRoomThatItHasUntilItIsUsed() {
        List<Long> held = new ArrayList<>();
        List<Long> asked = new ArrayList<>();
        FlatParts parts = new FlatParts(MemoryImage.of(zeros(2)));
        PagedMemory first = memory(parts);
        first.grow(3);
        first.release();
        Growth growth = new Growth(LimitName.MEMORY, PAGE, 64 << 20, held::add, asked::add);

        PagedMemory next = PagedMemory.of(scope(), LIMITS, growth, parts);
        next.grow(1);
        next.grow(4);

        assertThat(asked).containsExactly(5L);
        assertThat(held).containsExactly(2L, 5L, 7L);
    }

    @Test
    void hasNoMoreRoomThanItHolds() {
        FlatParts parts = new FlatParts(MemoryImage.of(zeros(2)));
        for (int i = 0; i < 2; i++) {
            PagedMemory grown = memory(parts);
            grown.grow(3);
            grown.release();
        }
        Growth none = new Growth(LimitName.MEMORY, PAGE, 64 << 20, units -> {}, units -> false);
        Growth little = new Growth(LimitName.MEMORY, PAGE, 4 * PAGE, units -> {}, units -> true);

        PagedMemory first = PagedMemory.of(scope(), LIMITS_OF_FEW, none, parts);
        PagedMemory second = PagedMemory.of(scope(), LIMITS_OF_FEW, little, parts);

        assertThat(first.flat).hasSize(2 * PAGE);
        assertThat(second.flat).hasSize(2 * PAGE);
        assertThat(second.grow(2)).isEqualTo(2);
        assertThat(second.grow(1)).isEqualTo(-1);
        assertThat(memory(parts).flat).hasSize(5 * PAGE);
    }

    @Test
    void holdsNoMoreRoomThanThereMayBe() {
        FlatParts parts = new FlatParts(MemoryImage.of(zeros(2)));
        MemoryLimits limits = new MemoryLimits(2, 2_000);
        PagedMemory first = PagedMemory.of(scope(), limits, new Growth(LimitName.MEMORY, PAGE, 64 << 20), parts);
        first.grow(400);
        first.release();
        List<Long> asked = new ArrayList<>();

        PagedMemory next = PagedMemory.of(
                scope(), limits, new Growth(LimitName.MEMORY, PAGE, 64 << 20, units -> {}, asked::add), parts);

        assertThat(next.flat).hasSize(FLAT);
        assertThat(asked).containsExactly((long) FLAT / PAGE);
    }

    private static byte[][] zeros(int pages) {
        byte[][] chunks = new byte[pages * (PAGE / MemoryImage.CHUNK_BYTES)][];
        Arrays.fill(chunks, MemoryImage.ZERO);
        return chunks;
    }

    /** Mostly zeros, except for some chunks at the start, on both sides of the border and at the end. */
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
        return PagedMemory.of(scope(), LIMITS, new Growth(LimitName.MEMORY, PAGE, 64 << 20), parts);
    }

    private static CallScope scope() {
        return new CallScope(Clock.SYSTEM, 60_000, Long.MAX_VALUE / 4);
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
        int offset = random.nextBoolean() ? 0 : random.nextInt(address + 1);
        CompiledForm form = new CompiledForm(memory, random.nextBoolean());
        long value = random.nextLong();
        switch (random.nextInt(12)) {
            case 0 -> assertThat(form.readByte(address, offset)).isEqualTo(model.get(address));
            case 1 -> assertThat(form.readShort(address, offset)).isEqualTo(model.getShort(address));
            case 2 -> assertThat(form.readInt(address, offset)).isEqualTo(model.getInt(address));
            case 3 -> assertThat(form.readLong(address, offset)).isEqualTo(model.getLong(address));
            case 4 ->
                assertThat(Float.floatToRawIntBits(form.readFloat(address, offset)))
                        .isEqualTo(model.getInt(address));
            case 5 ->
                assertThat(Double.doubleToRawLongBits(form.readDouble(address, offset)))
                        .isEqualTo(model.getLong(address));
            case 6 -> {
                form.writeByte(address, offset, (byte) value);
                model.put(address, (byte) value);
            }
            case 7 -> {
                form.writeShort(address, offset, (short) value);
                model.putShort(address, (short) value);
            }
            case 8 -> {
                form.writeInt(address, offset, (int) value);
                model.putInt(address, (int) value);
            }
            case 9 -> {
                form.writeLong(address, offset, value);
                model.putLong(address, value);
            }
            case 10 -> {
                form.writeFloat(address, offset, (float) value);
                model.putFloat(address, (float) value);
            }
            default -> {
                form.writeDouble(address, offset, (double) value);
                model.putDouble(address, (double) value);
            }
        }
    }

    /** Near the start, a chunk's end, the border, or the end; at least 8 bytes follow it. */
    private static int address(Random random) {
        int near = List.of(0, 3 * MemoryImage.CHUNK_BYTES, FLAT - 16, FLAT + MemoryImage.CHUNK_BYTES, PAGES * PAGE - 40)
                .get(random.nextInt(5));
        return Math.min(PAGES * PAGE - Long.BYTES, Math.max(0, near + random.nextInt(40) - 8));
    }

    private static int size(Random random, int address) {
        return Math.min(random.nextInt(3 * MemoryImage.CHUNK_BYTES), PAGES * PAGE - address);
    }

    private static void refusesCompiledCode(PagedMemory memory, int base, int offset) {
        for (boolean held : new boolean[] {false, true}) {
            CompiledForm form = new CompiledForm(memory, held);
            int address = base + offset;
            refuses(() -> form.readShort(address, offset));
            refuses(() -> form.readInt(address, offset));
            refuses(() -> form.readLong(address, offset));
            refuses(() -> form.writeShort(address, offset, (short) 1));
            refuses(() -> form.writeInt(address, offset, 1));
            refuses(() -> form.writeLong(address, offset, 1));
        }
    }

    private static void refuses(Runnable access) {
        assertThatThrownBy(access::run)
                .isInstanceOf(WasmRuntimeException.class)
                .hasMessage("out of bounds memory access");
    }
}
