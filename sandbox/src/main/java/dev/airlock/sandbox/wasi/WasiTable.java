package dev.airlock.sandbox.wasi;

import static dev.airlock.sandbox.link.HostImport.ValueKind.I32;
import static dev.airlock.sandbox.link.HostImport.ValueKind.I64;

import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.link.HostImport.ValueKind;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The table of all functions of {@code wasi_snapshot_preview1}: name, signature and implementation. The same for all
 * calls.
 */
final class WasiTable {
    private static final List<ValueKind> ERRNO = List.of(I32);
    private static final Map<String, Row> ROWS = new WasiTable().rows;

    private final Map<String, Row> rows = new LinkedHashMap<>();

    private WasiTable() {
        addProcess();
        addClocks();
        addDescriptors();
        addRefused();
    }

    /** The implementation of a function for one call. */
    private interface Code {
        long call(Wasi wasi, GuestMemory memory, Arguments arguments);
    }

    /** One function. */
    record Row(String name, List<ValueKind> parameters, List<ValueKind> results, Code code) {
        HostImport boundTo(Wasi wasi) {
            return new HostImport(
                    Wasi.MODULE, name, parameters, results, (memory, arguments) -> code.call(wasi, memory, arguments));
        }

        String signature() {
            return HostImport.signature(parameters, results);
        }
    }

    static Collection<Row> rows() {
        return Collections.unmodifiableCollection(ROWS.values());
    }

    static Row row(String name) {
        Row row = ROWS.get(name);
        if (row == null) {
            throw new IllegalArgumentException("no function of WASI: " + name);
        }
        return row;
    }

    private void addProcess() {
        add("args_sizes_get", List.of(I32, I32), Wasi::argsSizesGet);
        add("args_get", List.of(I32, I32), Wasi::argsGet);
        add("environ_sizes_get", List.of(I32, I32), Wasi::environSizesGet);
        add("environ_get", List.of(I32, I32), (wasi, memory, args) -> Errno.SUCCESS);
        add("random_get", List.of(I32, I32), Wasi::randomGet);
        add("sched_yield", List.of(), (wasi, memory, args) -> Errno.SUCCESS);
        add("proc_raise", List.of(I32), (wasi, memory, args) -> Errno.NOSYS);
        add("proc_exit", List.of(I32), List.of(), (wasi, memory, args) -> {
            throw CallEnded.exit(Integer.toUnsignedLong(args.i32(0)));
        });
    }

    private void addClocks() {
        add("clock_res_get", List.of(I32, I32), (wasi, m, args) -> wasi.clocks().resolution(m, args));
        add(
                "clock_time_get",
                List.of(I32, I64, I32),
                (wasi, m, args) -> wasi.clocks().time(m, args));
        add(
                "poll_oneoff",
                List.of(I32, I32, I32, I32),
                (wasi, m, args) -> wasi.clocks().poll(m, args));
    }

    private void addDescriptors() {
        onStdio(
                "fd_read",
                List.of(I32, I32, I32, I32),
                (wasi, m, args) -> wasi.descriptors().read(m, args));
        onStdio(
                "fd_write",
                List.of(I32, I32, I32, I32),
                (wasi, m, args) -> wasi.descriptors().write(m, args));
        onStdio("fd_close", List.of(I32), (wasi, m, args) -> Errno.SUCCESS);
        add(
                "fd_fdstat_get",
                List.of(I32, I32),
                (wasi, m, args) -> wasi.descriptors().status(m, args));
        onStdio("fd_fdstat_set_flags", List.of(I32, I32), (wasi, m, args) -> Errno.SUCCESS);
        onStdio(
                "fd_filestat_get",
                List.of(I32, I32),
                (wasi, m, args) -> wasi.descriptors().fileStatus(m, args));
        onStdio("fd_seek", List.of(I32, I64, I32, I32), (wasi, m, args) -> Errno.SPIPE);
        onStdio("fd_tell", List.of(I32, I32), (wasi, m, args) -> Errno.SPIPE);
        add("fd_prestat_get", List.of(I32, I32), (wasi, m, args) -> Errno.BADF);
        add("fd_prestat_dir_name", List.of(I32, I32, I32), (wasi, m, args) -> Errno.BADF);
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

    /** Adds a function of a descriptor, of which only the standard ones exist. */
    private void onStdio(String name, List<ValueKind> parameters, Code code) {
        add(
                name,
                parameters,
                (wasi, memory, args) -> StandardDescriptors.isStandard(args.i32(0))
                        ? code.call(wasi, memory, args)
                        : wasi.refuse(name));
    }

    private void refuse(String name, ValueKind... parameters) {
        add(name, List.of(parameters), (wasi, memory, args) -> wasi.refuse(name));
    }

    private void add(String name, List<ValueKind> parameters, Code code) {
        add(name, parameters, ERRNO, code);
    }

    private void add(String name, List<ValueKind> parameters, List<ValueKind> results, Code code) {
        rows.put(name, new Row(name, parameters, results, code));
    }
}
