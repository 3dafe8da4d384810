package dev.airlock.sandbox.wasi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.time.Clock;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WasiTest {
    /** The module as in the specification, each function with its parameters: i is an i32, l an i64. */
    private static final String SPECIFICATION = """
            args_get ii, args_sizes_get ii, environ_get ii, environ_sizes_get ii, clock_res_get ii, clock_time_get ili,
            fd_advise illi, fd_allocate ill, fd_close i, fd_datasync i, fd_fdstat_get ii, fd_fdstat_set_flags ii,
            fd_fdstat_set_rights ill, fd_filestat_get ii, fd_filestat_set_size il, fd_filestat_set_times illi,
            fd_pread iiili, fd_prestat_get ii, fd_prestat_dir_name iii, fd_pwrite iiili, fd_read iiii, fd_readdir iiili,
            fd_renumber ii, fd_seek ilii, fd_sync i, fd_tell ii, fd_write iiii, path_create_directory iii,
            path_filestat_get iiiii, path_filestat_set_times iiiilli, path_link iiiiiii, path_open iiiiillii,
            path_readlink iiiiii, path_remove_directory iii, path_rename iiiiii, path_symlink iiiii, path_unlink_file iii,
            poll_oneoff iiii, proc_exit i, proc_raise i, sched_yield , random_get ii, sock_accept iii, sock_recv iiiiii,
            sock_send iiiii, sock_shutdown ii""";

    private final WasiFixture guest = new WasiFixture();

    @Test
    void hasEveryFunctionOfTheModuleWithItsSignature() {
        Map<String, String> expected = Arrays.stream(SPECIFICATION.split(",\\s"))
                .map(entry -> entry.strip().split(" ", 2))
                .collect(Collectors.toMap(
                        entry -> entry[0], entry -> signature(entry[0], entry.length == 1 ? "" : entry[1].strip())));

        assertThat(Wasi.signatures()).isEqualTo(expected).hasSize(46);
    }

    private static String signature(String name, String parameters) {
        return parameters
                .chars()
                .mapToObj(c -> c == 'l' ? "i64" : "i32")
                .collect(Collectors.joining(", ", "(", name.equals("proc_exit") ? ") -> ()" : ") -> i32"));
    }

    @Test
    void theOnlyArgumentIsTheProgramsName() {
        assertThat(guest.call("args_sizes_get", 8, 12)).isZero();
        assertThat(guest.memory.readInt(8)).isEqualTo(1);
        assertThat(guest.memory.readInt(12)).isEqualTo("connector".length() + 1);

        assertThat(guest.call("args_get", 16, 32)).isZero();
        assertThat(guest.memory.readInt(16)).isEqualTo(32);
        assertThat(guest.text(32, 10)).isEqualTo("connector\0");
    }

    @Test
    void theEnvironmentIsEmpty() {
        guest.memory.writeLong(8, -1);

        assertThat(guest.call("environ_sizes_get", 8, 12)).isZero();
        assertThat(guest.memory.readLong(8)).isZero();
        assertThat(guest.call("environ_get", FakeGuestMemory.SIZE, FakeGuestMemory.SIZE))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"args_sizes_get", "environ_sizes_get", "args_get"})
    void resultsBeyondMemoryAreBadPointers(String function) {
        assertThat(guest.terminationOf(function, 0, FakeGuestMemory.SIZE - 3))
                .isInstanceOf(Termination.BadPointer.class);
        assertThat(new WasiFixture().terminationOf(function, -1, 0)).isInstanceOf(Termination.BadPointer.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3, 0x7FFF_FFFF, 0x8000_0000L, 0xEFFF_FFFFL, 0xFFFF_FFFFL})
    void anExitKeepsItsUnsignedCodeAndIsTheGuestsOwn(long code) {
        assertThat(guest.terminationOf("proc_exit", code)).isEqualTo(new Termination.Exited(code));
        assertThat(guest.scope.hostTermination()).isEmpty();
    }

    @Test
    void yieldingSucceedsAndRaisingIsNotSupported() {
        assertThat(guest.call("sched_yield")).isZero();
        assertThat(guest.call("proc_raise", 6)).isEqualTo(Errno.NOSYS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 65_535, 65_536, 65_537, 200_000})
    void fillsExactlyWhatWasAskedForWithRandomBytes(int length) {
        AtomicInteger largest = new AtomicInteger();
        WasiFixture random = new WasiFixture("", 10_000, 1_000_000_000L, bytes -> {
            largest.accumulateAndGet(bytes.length, Math::max);
            Arrays.fill(bytes, (byte) 7);
        });

        assertThat(random.call("random_get", 1_000, length)).isZero();

        assertThat(random.memory.readByte(999)).isZero();
        for (byte b : random.memory.read(1_000, length)) {
            assertThat(b).isEqualTo((byte) 7);
        }
        assertThat(random.memory.readByte(1_000 + length)).isZero();
        assertThat(largest.get()).isLessThanOrEqualTo(65_536);
    }

    @Test
    void randomBytesAreRandom() {
        WasiFixture random = new WasiFixture("", 10_000, 1_000_000_000L, GuestRandom.secure());
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            random.call("random_get", 0, 16);
            seen.add(new String(random.memory.read(0, 16), StandardCharsets.ISO_8859_1));
        }

        assertThat(seen).hasSize(50);
    }

    @Test
    void randomBytesBeyondMemoryAreABadPointerBeforeAnyIsMade() {
        AtomicInteger filled = new AtomicInteger();
        for (long[] range : new long[][] {{FakeGuestMemory.SIZE - 10, 11}, {-16, 32}, {0, -1}, {-1, -1}}) {
            WasiFixture random = new WasiFixture("", 10_000, 1_000_000_000L, bytes -> filled.incrementAndGet());
            assertThat(random.terminationOf("random_get", range[0], range[1]))
                    .isInstanceOf(Termination.BadPointer.class);
        }
        assertThat(filled).hasValue(0);
    }

    @Test
    void aCancellationReachesRandomBytesBetweenTwoChunks() {
        AtomicInteger filled = new AtomicInteger();
        CompletableFuture<CallScope> scope = new CompletableFuture<>();
        WasiFixture cancelled = new WasiFixture("", 10_000, 1_000_000_000L, bytes -> {
            filled.incrementAndGet();
            scope.join().cancel();
        });
        scope.complete(cancelled.scope);

        assertThat(cancelled.terminationOf("random_get", 0, 200_000)).isEqualTo(new Termination.Cancelled());
        assertThat(filled).hasValue(1);
    }

    static Stream<String> refused() {
        return Wasi.signatures().keySet().stream()
                .filter(name -> name.startsWith("path_")
                        || name.startsWith("sock_")
                        || Set.of(
                                        "fd_advise",
                                        "fd_allocate",
                                        "fd_datasync",
                                        "fd_fdstat_set_rights",
                                        "fd_filestat_set_size",
                                        "fd_filestat_set_times",
                                        "fd_pread",
                                        "fd_pwrite",
                                        "fd_readdir",
                                        "fd_renumber",
                                        "fd_sync")
                                .contains(name))
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatWouldReachOutsideIsRefusedAndNoted(String function) {
        long[] arguments = new long[parameters(function)];
        Arrays.fill(arguments, -1);

        assertThat(guest.call(function, arguments)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.call(function, arguments)).isEqualTo(Errno.NOTCAPABLE);
        assertThat(guest.wasi.refused()).isEqualTo(Map.of(function, 2));
        assertThat(guest.scope.hostTermination()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"fd_read", "fd_write", "fd_close", "fd_fdstat_set_flags", "fd_filestat_get", "fd_seek", "fd_tell"
            })
    void whatStdioAllowsIsRefusedAndNotedOnAnyOtherDescriptor(String function) {
        for (long descriptor : new long[] {3, 4, 1_000, -1, 0x8000_0000L}) {
            long[] arguments = new long[parameters(function)];
            arguments[0] = descriptor;
            assertThat(guest.call(function, arguments)).isEqualTo(Errno.NOTCAPABLE);
        }
        assertThat(guest.wasi.refused()).isEqualTo(Map.of(function, 5));
    }

    @Test
    void nothingIsOpenedBeforehand() {
        for (int descriptor = 0; descriptor < 10; descriptor++) {
            assertThat(guest.call("fd_prestat_get", descriptor, 0)).isEqualTo(Errno.BADF);
            assertThat(guest.call("fd_prestat_dir_name", descriptor, 0, 8)).isEqualTo(Errno.BADF);
        }
        assertThat(guest.wasi.refused()).isEmpty();
    }

    @Test
    void theSystemsClocksGoForward() {
        Clock system = Clock.SYSTEM;
        long first = system.monotonicNanos();

        assertThat(first).isPositive();
        assertThat(system.monotonicNanos()).isGreaterThanOrEqualTo(first);
        assertThat(system.realtimeNanos()).isGreaterThan(1_700_000_000_000_000_000L);
    }

    private int parameters(String function) {
        return guest.wasi.functions().stream()
                .filter(f -> f.name().equals(function))
                .map(HostImport::parameters)
                .findFirst()
                .orElseThrow()
                .size();
    }
}
