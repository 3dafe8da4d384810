package dev.airlock.sandbox.wasi;

import static dev.airlock.sandbox.link.HostFunction.ValueKind.I32;
import static dev.airlock.sandbox.link.HostFunction.ValueKind.I64;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.link.HostFunction;
import dev.airlock.sandbox.link.HostFunction.ValueKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All functions of {@code wasi_snapshot_preview1} for one call. Those that would reach a file, a socket or anything else
 * outside return "not capable" and are noted. Belongs to the call's own thread.
 */
public final class Wasi {
    /** The import module's name. */
    public static final String MODULE = "wasi_snapshot_preview1";

    private static final byte[] PROGRAM_NAME = "connector\0".getBytes(StandardCharsets.UTF_8);
    private static final int RANDOM_CHUNK = 64 << 10;

    private final CallScope scope;
    private final GuestRandom random;
    private final StandardDescriptors descriptors;
    private final ClockFunctions clocks;
    private final List<HostFunction> functions = new ArrayList<>();
    private final Map<String, Integer> refused = new LinkedHashMap<>();

    /** WASI for one call. */
    public Wasi(CallScope scope, StandardStreams streams, GuestClock clock, GuestRandom random) {
        this.scope = scope;
        this.random = random;
        this.descriptors = new StandardDescriptors(scope, streams);
        this.clocks = new ClockFunctions(scope, clock, streams);
        addProcess();
        addClocks();
        addDescriptors();
        addRefused();
    }

    /** Every function of the module, each with its signature. */
    public List<HostFunction> functions() {
        return List.copyOf(functions);
    }

    /** The signature of every function of the module, by name. */
    public static Map<String, String> signatures() {
        CallScope nobody = new CallScope(() -> 0, 1, 1, 1);
        StandardStreams nothing = new StandardStreams(nobody, new byte[0], 0, 0);
        return new Wasi(nobody, nothing, GuestClock.SYSTEM, bytes -> {})
                .functions().stream()
                        .collect(Collectors.toUnmodifiableMap(HostFunction::name, HostFunction::signature));
    }

    /** Which calls were refused, and how often: what the guest tried to reach. */
    public Map<String, Integer> refused() {
        return Map.copyOf(refused);
    }

    private void addProcess() {
        add("args_sizes_get", List.of(I32, I32), (memory, args) -> sizes(memory, args, 1, PROGRAM_NAME.length));
        add("args_get", List.of(I32, I32), Wasi::argsGet);
        add("environ_sizes_get", List.of(I32, I32), (memory, args) -> sizes(memory, args, 0, 0));
        add("environ_get", List.of(I32, I32), (memory, args) -> Errno.SUCCESS);
        add("random_get", List.of(I32, I32), this::randomGet);
        add("sched_yield", List.of(), (memory, args) -> Errno.SUCCESS);
        add("proc_raise", List.of(I32), (memory, args) -> Errno.NOSYS);
        functions.add(new HostFunction(MODULE, "proc_exit", List.of(I32), List.of(), (memory, args) -> {
            throw CallEnded.exit(Integer.toUnsignedLong(args.i32(0)));
        }));
    }

    private void addClocks() {
        add("clock_res_get", List.of(I32, I32), clocks::resolution);
        add("clock_time_get", List.of(I32, I64, I32), clocks::time);
        add("poll_oneoff", List.of(I32, I32, I32, I32), clocks::poll);
    }

    private void addDescriptors() {
        add("fd_read", List.of(I32, I32, I32, I32), onStdio("fd_read", descriptors::read));
        add("fd_write", List.of(I32, I32, I32, I32), onStdio("fd_write", descriptors::write));
        add("fd_close", List.of(I32), onStdio("fd_close", (memory, args) -> Errno.SUCCESS));
        add("fd_fdstat_get", List.of(I32, I32), descriptors::status);
        add("fd_fdstat_set_flags", List.of(I32, I32), onStdio("fd_fdstat_set_flags", (m, args) -> Errno.SUCCESS));
        add("fd_filestat_get", List.of(I32, I32), onStdio("fd_filestat_get", descriptors::fileStatus));
        add("fd_seek", List.of(I32, I64, I32, I32), onStdio("fd_seek", (memory, args) -> Errno.SPIPE));
        add("fd_tell", List.of(I32, I32), onStdio("fd_tell", (memory, args) -> Errno.SPIPE));
        add("fd_prestat_get", List.of(I32, I32), (memory, args) -> Errno.BADF);
        add("fd_prestat_dir_name", List.of(I32, I32, I32), (memory, args) -> Errno.BADF);
    }

    private void addRefused() {
        refuse("fd_advise", I32, I64, I64, I32);
        refuse("fd_allocate", I32, I64, I64);
        refuse("fd_datasync", I32);
        refuse("fd_fdstat_set_rights", I32, I64, I64);
        refuse("fd_filestat_set_size", I32, I64);
        refuse("fd_filestat_set_times", I32, I64, I64, I32);
        refuse("fd_pread", I32, I32, I32, I64, I32);
        refuse("fd_pwrite", I32, I32, I32, I64, I32);
        refuse("fd_readdir", I32, I32, I32, I64, I32);
        refuse("fd_renumber", I32, I32);
        refuse("fd_sync", I32);
        refuse("path_create_directory", I32, I32, I32);
        refuse("path_filestat_get", I32, I32, I32, I32, I32);
        refuse("path_filestat_set_times", I32, I32, I32, I32, I64, I64, I32);
        refuse("path_link", I32, I32, I32, I32, I32, I32, I32);
        refuse("path_open", I32, I32, I32, I32, I32, I64, I64, I32, I32);
        refuse("path_readlink", I32, I32, I32, I32, I32, I32);
        refuse("path_remove_directory", I32, I32, I32);
        refuse("path_rename", I32, I32, I32, I32, I32, I32);
        refuse("path_symlink", I32, I32, I32, I32, I32);
        refuse("path_unlink_file", I32, I32, I32);
        refuse("sock_accept", I32, I32, I32);
        refuse("sock_recv", I32, I32, I32, I32, I32, I32);
        refuse("sock_send", I32, I32, I32, I32, I32);
        refuse("sock_shutdown", I32, I32);
    }

    private void add(String name, List<ValueKind> parameters, HostFunction.Code code) {
        functions.add(new HostFunction(MODULE, name, parameters, List.of(I32), code));
    }

    private void refuse(String name, ValueKind... parameters) {
        add(name, List.of(parameters), (memory, args) -> refuse(name));
    }

    private long refuse(String name) {
        refused.merge(name, 1, Integer::sum);
        return Errno.NOTCAPABLE;
    }

    private HostFunction.Code onStdio(String name, HostFunction.Code code) {
        return (memory, args) -> StandardDescriptors.isStandard(args.i32(0)) ? code.call(memory, args) : refuse(name);
    }

    private static long sizes(GuestMemory memory, Arguments args, int count, int bytes) {
        memory.writeInt(args.i32(0), count);
        memory.writeInt(args.i32(1), bytes);
        return Errno.SUCCESS;
    }

    private static long argsGet(GuestMemory memory, Arguments args) {
        memory.writeInt(args.i32(0), args.i32(1));
        memory.write(args.i32(1), PROGRAM_NAME);
        return Errno.SUCCESS;
    }

    private long randomGet(GuestMemory memory, Arguments args) {
        int address = args.i32(0);
        long length = Integer.toUnsignedLong(args.i32(1));
        memory.requireRange(address, args.i32(1));
        byte[] chunk = new byte[(int) Math.min(length, RANDOM_CHUNK)];
        for (long done = 0; done < length; done += chunk.length) {
            scope.check();
            random.fill(chunk);
            memory.write((int) (address + done), chunk, 0, (int) Math.min(chunk.length, length - done));
        }
        return Errno.SUCCESS;
    }
}
