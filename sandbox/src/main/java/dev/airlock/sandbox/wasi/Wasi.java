package dev.airlock.sandbox.wasi;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.time.Clock;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All functions of {@code wasi_snapshot_preview1} for one call. Those that would reach a file, a socket or anything
 * else outside return "not capable" and are counted. Belongs to the call's own thread.
 */
public final class Wasi {
    /** The import module's name. */
    public static final String MODULE = "wasi_snapshot_preview1";

    private static final byte[] PROGRAM_NAME = "connector\0".getBytes(StandardCharsets.UTF_8);
    private static final int RANDOM_CHUNK = 64 << 10;

    private final CallScope scope;
    private final GuestRandom random;
    private final HostInterceptor interceptor;
    private final StandardDescriptors descriptors;
    private final ClockFunctions clocks;
    private final Map<String, Integer> refused = new LinkedHashMap<>();

    /** WASI for one call. */
    public Wasi(CallScope scope, StandardStreams streams, Clock clock, GuestRandom random) {
        this(scope, streams, clock, random, HostInterceptor.NONE);
    }

    /** WASI for one call, with a recorder or replayer for its clocks and random numbers. */
    public Wasi(
            CallScope scope, StandardStreams streams, Clock clock, GuestRandom random, HostInterceptor interceptor) {
        this.scope = scope;
        this.random = random;
        this.interceptor = interceptor;
        this.descriptors = new StandardDescriptors(scope, streams);
        this.clocks = new ClockFunctions(scope, clock, streams, interceptor);
    }

    /**
     * Returns one function of the module, for this call.
     *
     * @throws IllegalArgumentException if the module has no function of that name
     */
    public HostImport function(String name) {
        return WasiTable.row(name).boundTo(this);
    }

    /** Returns every function of the module, for this call. */
    public List<HostImport> functions() {
        return WasiTable.rows().stream().map(row -> row.boundTo(this)).toList();
    }

    /** Returns the signature of every function of the module, by name. */
    public static Map<String, String> signatures() {
        return WasiTable.rows().stream()
                .collect(Collectors.toUnmodifiableMap(WasiTable.Row::name, row -> row.signature()));
    }

    /** The calls that were refused, with their counts, by the name of the function. */
    public Map<String, Integer> refused() {
        return Map.copyOf(refused);
    }

    StandardDescriptors descriptors() {
        return descriptors;
    }

    ClockFunctions clocks() {
        return clocks;
    }

    /** Counts a refused call, and returns its error number. */
    long refuse(String name) {
        refused.merge(name, 1, Integer::sum);
        return Errno.NOTCAPABLE;
    }

    /** The one argument is the program's name. */
    long argsSizesGet(GuestMemory memory, Arguments args) {
        return sizes(memory, args, 1, PROGRAM_NAME.length);
    }

    /** There is no environment. */
    long environSizesGet(GuestMemory memory, Arguments args) {
        return sizes(memory, args, 0, 0);
    }

    private static long sizes(GuestMemory memory, Arguments args, int count, int bytes) {
        memory.writeInt(args.i32(0), count);
        memory.writeInt(args.i32(1), bytes);
        return Errno.SUCCESS;
    }

    long argsGet(GuestMemory memory, Arguments args) {
        memory.writeInt(args.i32(0), args.i32(1));
        memory.write(args.i32(1), PROGRAM_NAME);
        return Errno.SUCCESS;
    }

    long randomGet(GuestMemory memory, Arguments args) {
        int address = args.i32(0);
        long length = Integer.toUnsignedLong(args.i32(1));
        memory.requireRange(address, args.i32(1));
        for (long done = 0; done < length; done += RANDOM_CHUNK) {
            scope.check();
            memory.write((int) (address + done), random((int) Math.min(RANDOM_CHUNK, length - done)));
        }
        return Errno.SUCCESS;
    }

    /** Returns that many random bytes, for anything that the host passes to the guest. */
    public byte[] random(int count) {
        HostAnswer.Bytes answer =
                interceptor.answer(scope, () -> new HostQuery.RandomBytes(count), HostAnswer.Bytes.class, () -> {
                    byte[] bytes = new byte[count];
                    random.fill(bytes);
                    return new HostAnswer.Bytes(Optional.of(new ByteString(bytes)));
                });
        return answer.value().map(ByteString::bytes).orElseGet(() -> new byte[count]);
    }
}
