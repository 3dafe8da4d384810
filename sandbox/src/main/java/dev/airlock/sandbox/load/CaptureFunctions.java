package dev.airlock.sandbox.load;

import dev.airlock.failures.Denial;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.imports.HostCalls;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.wasi.Wasi;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The host functions for the capture of a reactor's initial state. They serve what a language's runtime needs to start,
 * and note which of the values become part of the captured state. Any other function ends the capture. Belongs to the
 * capture's own thread.
 */
final class CaptureFunctions {
    private static final Map<String, CapturedInputs> FREEZING = Map.of(
            "clock_time_get", CapturedInputs.CLOCK,
            "random_get", CapturedInputs.RANDOM);

    /** The functions that are served, besides those whose values are captured. */
    private static final Set<String> SERVED = Set.of(
            "args_get",
            "args_sizes_get",
            "clock_res_get",
            "environ_get",
            "environ_sizes_get",
            "fd_fdstat_get",
            "fd_fdstat_set_flags",
            "fd_filestat_get",
            "fd_prestat_dir_name",
            "fd_prestat_get",
            "fd_write",
            "proc_exit",
            "sched_yield");

    private final String connector;
    private final CallScope scope;
    private final Wasi wasi;
    private final HostCalls calls;
    private final Set<CapturedInputs> capturedInputs = EnumSet.noneOf(CapturedInputs.class);

    CaptureFunctions(String connector, CallScope scope, Wasi wasi, HostCalls calls) {
        this.connector = connector;
        this.scope = scope;
        this.wasi = wasi;
        this.calls = calls;
    }

    /** Returns one function for each import, in the order of the imports. */
    List<HostImport> of(List<Import> imports) {
        return imports.stream().map(this::supplied).map(calls::counted).toList();
    }

    /** Returns what was captured so far. */
    Set<CapturedInputs> capturedInputs() {
        return Collections.unmodifiableSet(EnumSet.copyOf(capturedInputs));
    }

    private HostImport supplied(Import wanted) {
        if (wanted.supply() instanceof Import.Supply.Declared declared) {
            var entry = declared.entry();
            return denied(new HostImport(
                    wanted.module(), entry.name(), entry.parameters(), entry.results(), (memory, arguments) -> 0));
        }
        HostImport function = wasi.function(wanted.name());
        CapturedInputs what = FREEZING.get(wanted.name());
        if (what != null) {
            return freezing(function, what);
        }
        return SERVED.contains(wanted.name()) ? function : denied(function);
    }

    private HostImport freezing(HostImport function, CapturedInputs what) {
        return with(function, (memory, arguments) -> {
            capturedInputs.add(what);
            return function.code().call(memory, arguments);
        });
    }

    private HostImport denied(HostImport function) {
        return with(function, (memory, arguments) -> {
            throw scope.end(new Termination.Denied(denial(function.qualifiedName())));
        });
    }

    private Denial denial(String function) {
        Set<String> granted = new TreeSet<>(SERVED);
        granted.addAll(FREEZING.keySet());
        return new Denial(
                connector + " called " + function + " while its initial state was captured, before any call",
                function,
                List.copyOf(granted),
                "call it from airlock_call and not from _initialize, or remove snapshot = true from [connector.reactor] in"
                        + " manifest.toml.");
    }

    private static HostImport with(HostImport function, HostImport.Code code) {
        return new HostImport(function.module(), function.name(), function.parameters(), function.results(), code);
    }
}
