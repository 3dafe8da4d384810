package dev.airlock.sandbox.wasi;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.time.Clock;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The WASI of one call over an array of memory, with a clock that stands still. */
final class WasiFixture {
    static final long REALTIME = 1_764_300_000_123_456_789L;
    static final long MONOTONIC = 5_000_000_000L;
    static final long STDOUT_LIMIT = 100;
    static final long STDERR_LIMIT = 600_000;
    static final int RESULT = 64;

    final FakeNanoClock clock = new FakeNanoClock();
    final CallScope scope;
    final FakeGuestMemory memory;
    final StandardStreams streams;
    final Wasi wasi;
    private final Map<String, HostImport> functions;

    WasiFixture() {
        this("", 10_000, 1_000_000_000L, bytes -> {});
    }

    WasiFixture(String stdin, long wallMillis, long fuel, GuestRandom random) {
        scope = new CallScope(clock, wallMillis, fuel);
        memory = new FakeGuestMemory(scope);
        streams = new StandardStreams(scope, stdin.getBytes(StandardCharsets.UTF_8), STDOUT_LIMIT, STDERR_LIMIT);
        wasi = new Wasi(scope, streams, new StillClock(), random);
        functions = wasi.functions().stream().collect(Collectors.toMap(HostImport::name, Function.identity()));
    }

    static WasiFixture reading(String stdin) {
        return new WasiFixture(stdin, 10_000, 1_000_000_000L, bytes -> {});
    }

    /** Calls a function; an i32 argument has an undefined high half, as it may have in the engine. */
    long call(String name, long... arguments) {
        HostImport function = Objects.requireNonNull(functions.get(name), name);
        long[] raw = arguments.clone();
        for (int i = 0; i < raw.length; i++) {
            if (function.parameters().get(i) == HostImport.ValueKind.I32) {
                raw[i] = (raw[i] & 0xFFFF_FFFFL) | 0x5A5A_5A5A_0000_0000L;
            }
        }
        return function.code().call(memory, new Arguments(raw));
    }

    Termination terminationOf(String name, long... arguments) {
        return catchThrowableOfType(CallEnded.class, () -> call(name, arguments))
                .termination();
    }

    /** Writes a list of buffers, address and length in turn. */
    void iovecs(int at, int... addressesAndLengths) {
        for (int i = 0; i < addressesAndLengths.length; i++) {
            memory.writeInt(at + 4 * i, addressesAndLengths[i]);
        }
    }

    void put(int at, String text) {
        memory.write(at, text.getBytes(StandardCharsets.UTF_8));
    }

    String text(int at, int length) {
        return new String(memory.read(at, length), StandardCharsets.UTF_8);
    }

    String stdout() {
        return new String(streams.stdout(), StandardCharsets.UTF_8);
    }

    private record StillClock() implements Clock {
        @Override
        public long realtimeNanos() {
            return REALTIME;
        }

        @Override
        public long monotonicNanos() {
            return MONOTONIC;
        }
    }
}
