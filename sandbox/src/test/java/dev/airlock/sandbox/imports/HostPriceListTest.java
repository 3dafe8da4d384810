package dev.airlock.sandbox.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.Bench;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.host.CatalogueEntry;
import dev.airlock.sandbox.host.HostFunctions;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.StandardStreams;
import dev.airlock.sandbox.wasi.Wasi;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The charge of each host function, compared with the published schedule. */
@SuppressWarnings({"ArrayRecordComponent", "ByteBufferBackingArray"}) // written here, read here
final class HostPriceListTest {
    /** A row of the schedule's table of host functions. */
    private record Published(int base, int bytesPerUnit) {
        long units(long... parts) {
            return base
                    + (bytesPerUnit == 0
                            ? 0
                            : Arrays.stream(parts)
                                    .map(bytes -> (bytes + bytesPerUnit - 1) / bytesPerUnit)
                                    .sum());
        }
    }

    private static final String OTHERS = "every other function of WASI preview 1";
    private static final Map<String, Published> SCHEDULE = schedule();

    /** A call of one of Airlock's own functions, and the bytes that it passes or asks for. */
    private record OwnCall(String function, long[] arguments, long bytes) {
        @Override
        public String toString() {
            return function;
        }
    }

    static Stream<OwnCall> ownCalls() {
        return Stream.of(
                own("log", 104, 0, 4, 0, 100),
                own("http_request", 1_000, 0, 1_000),
                own("http_response_status", 0),
                own("http_response_size", 0),
                own("http_response_read", 333, 0, 333),
                own("http_response_read_at", 333, 7, 0, 333),
                own("http_response_headers", 0, 0, 0),
                own("http_response_headers", 4_096, 0, 4_096),
                own("last_error", 17, 0, 17),
                own("state_get", 30, 0, 10, 0, 20),
                own("state_put", 30, 0, 10, 0, 20, 1_000),
                own("state_delete", 10, 0, 10),
                own("once", 10, 0, 10, 1_000));
    }

    @ParameterizedTest
    @MethodSource("ownCalls")
    void chargesAFunctionOfItsOwnByTheLengthsThatTheGuestPasses(OwnCall call) {
        HostImport function = new HostImport("airlock", call.function, List.of(), List.of(), (memory, arguments) -> 0);

        assertThat(HostPriceList.of(function).units(new Arguments(call.arguments)))
                .isEqualTo(published(call.function).units(call.bytes));
    }

    @Test
    void hasACallHereForEachFunctionOfItsOwn() {
        assertThat(ownCalls().map(OwnCall::function).collect(Collectors.toSet()))
                .containsAll(HostFunctions.catalogue().stream()
                        .map(CatalogueEntry::name)
                        .collect(Collectors.toSet()));
    }

    /** A call of a function of WASI, its data in memory, and the units that it costs. */
    private record WasiCall(String function, Consumer<ByteBuffer> memory, long[] arguments, long units) {
        @Override
        public String toString() {
            return function + Arrays.toString(arguments);
        }
    }

    static Stream<WasiCall> wasiCalls() {
        return Stream.of(
                wasi("fd_write", published("fd_write").units(2 * 8, 30), two(10, 20), 1, 0, 2, 512),
                wasi("fd_write", published("fd_write").units(2 * 8, 30), two(10, 20), 2, 0, 2, 512),
                wasi("fd_write", published("fd_write").units(0, 0), two(0, 0), 1, 0, 0, 512),
                wasi("fd_read", published("fd_read").units(2 * 8, 3_000), two(1_000, 2_000), 0, 0, 2, 512),
                wasi("fd_read", published("fd_read").units(8, 4_000), two(4_000, 0), 0, 0, 1, 512),
                wasi("poll_oneoff", published("poll_oneoff").units(48 + 32), memory -> {}, 0, 1_024, 1, 512),
                wasi("poll_oneoff", published("poll_oneoff").units(3 * (48 + 32)), memory -> {}, 0, 1_024, 3, 512),
                wasi("clock_time_get", published("clock_time_get").units(), memory -> {}, 0, 0, 512),
                wasi("random_get", published("random_get").units(1_001), memory -> {}, 0, 1_001));
    }

    @ParameterizedTest
    @MethodSource("wasiCalls")
    void chargesAFunctionOfWasiByWhatIsPublished(WasiCall call) {
        assertThat(charged(call.function, call.memory, call.arguments)).isEqualTo(call.units);
    }

    @Test
    void chargesEveryOtherFunctionOfWasiTheSameForAnyArguments() {
        Set<String> others = new HashSet<>(Wasi.signatures().keySet());
        others.removeAll(SCHEDULE.keySet());

        assertThat(others).hasSize(46 - 5);
        for (String function : others) {
            assertThat(charged(function, memory -> {}, 1, 1, 1, 1, 1, 1, 1, 1, 1))
                    .as(function)
                    .isEqualTo(published(OTHERS).units());
        }
    }

    @Test
    void chargesBeforeAnythingIsDone() {
        Fixture poor = new Fixture(100);

        assertThat(poor.endedBy("random_get", 0, 1_001)).isTrue();
        assertThat(poor.memory.array()).containsOnly(0);
    }

    private static long charged(String function, Consumer<ByteBuffer> memory, long... arguments) {
        Fixture fixture = new Fixture(1_000_000);
        memory.accept(fixture.memory);
        fixture.endedBy(function, arguments);
        return fixture.scope.fuel().used();
    }

    /** A call with WASI alone. */
    private static final class Fixture {
        private final CallScope scope;
        private final ByteBuffer memory = ByteBuffer.allocate(65_536).order(ByteOrder.LITTLE_ENDIAN);

        Fixture(long fuel) {
            scope = new CallScope(new FakeNanoClock(0), 1_000, fuel);
        }

        /** Whether the function ended the call. */
        boolean endedBy(String name, long... arguments) {
            StandardStreams streams = new StandardStreams(scope, new byte[100], 10_000, 10_000);
            Wasi wasi = new Wasi(scope, streams, Clock.SYSTEM, bytes -> Arrays.fill(bytes, (byte) 1));
            HostImport function = wasi.functions().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            try {
                new HostCalls(scope, 10)
                        .counted(function)
                        .code()
                        .call(new ArrayMemory(memory), new Arguments(arguments));
                return false;
            } catch (CallEnded ended) {
                return true;
            }
        }
    }

    private record ArrayMemory(ByteBuffer bytes) implements GuestMemory {
        @Override
        public long sizeBytes() {
            return bytes.capacity();
        }

        @Override
        public void requireRange(int address, int length) {
            assertThat((long) address + length).isLessThanOrEqualTo(sizeBytes());
        }

        @Override
        public byte[] read(int address, int length) {
            return Arrays.copyOfRange(bytes.array(), address, address + length);
        }

        @Override
        public void write(int address, byte[] source, int offset, int length) {
            System.arraycopy(source, offset, bytes.array(), address, length);
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
    }

    private static OwnCall own(String function, long bytes, long... arguments) {
        return new OwnCall(function, arguments, bytes);
    }

    private static WasiCall wasi(String function, long units, Consumer<ByteBuffer> memory, long... arguments) {
        return new WasiCall(function, memory, arguments, units);
    }

    /** Returns two vectors of these lengths at address 0. */
    private static Consumer<ByteBuffer> two(int first, int second) {
        return memory ->
                memory.putInt(0, 4_096).putInt(4, first).putInt(8, 16_384).putInt(12, second);
    }

    private static Published published(String function) {
        return Objects.requireNonNull(SCHEDULE.get(function), () -> function + " is not in the published schedule");
    }

    private static Map<String, Published> schedule() {
        try (Stream<String> lines = Files.lines(Bench.ROOT.resolve("src/abi/fuel-schedule-v1.md"))) {
            return lines.filter(line -> line.matches("\\| [A-Z_]+ \\|.*"))
                    .map(line -> line.split(" *\\| *"))
                    .flatMap(cells -> Arrays.stream(cells[2].split(", "))
                            .map(name -> Map.entry(
                                    name, new Published(Integer.parseInt(cells[3]), Integer.parseInt(cells[4])))))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        } catch (IOException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
