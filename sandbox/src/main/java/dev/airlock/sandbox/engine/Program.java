package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.GuestFrame;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.engine.bytecode.division.FrameRatio;
import dev.airlock.sandbox.engine.frame.GuestFrames;
import dev.airlock.sandbox.engine.instance.EnteredGuest;
import dev.airlock.sandbox.engine.instance.GuestTable;
import dev.airlock.sandbox.engine.instance.HiddenGlobals;
import dev.airlock.sandbox.engine.instance.ImportOrder;
import dev.airlock.sandbox.engine.instance.InitialState;
import dev.airlock.sandbox.engine.instance.InstanceTemplate;
import dev.airlock.sandbox.engine.instance.Snapshot;
import dev.airlock.sandbox.engine.memory.Growth;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.link.RunningGuest;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A module that is ready to run any number of times, each time in an instance of its own. Immutable; runs on several
 * threads at once are independent.
 */
public final class Program {
    /** The stack that host functions may need when a guest calls them with its own used up. */
    private static final long HOST_RESERVE_BYTES = 1 << 20;

    private final WasmModule module;
    private final BiFunction<Instance, GuestFrames, Machine> machines;
    private final long frameRatio;
    private final int globalFields;
    private final ModuleInfo info;
    private final Optional<InstanceTemplate> template;
    private final ImportOrder importOrder;

    Program(
            WasmModule module,
            Optional<InitialState> state,
            BiFunction<Instance, GuestFrames, Machine> machines,
            long frameRatio,
            int globalFields,
            ModuleInfo info) {
        this(
                module,
                machines,
                frameRatio,
                globalFields,
                info,
                state.flatMap(initial -> InstanceTemplate.of(module, initial)));
    }

    private Program(
            WasmModule module,
            BiFunction<Instance, GuestFrames, Machine> machines,
            long frameRatio,
            int globalFields,
            ModuleInfo info,
            Optional<InstanceTemplate> template) {
        this.module = module;
        this.machines = machines;
        this.frameRatio = frameRatio;
        this.globalFields = globalFields;
        this.info = info;
        this.template = template;
        this.importOrder = new ImportOrder(module);
    }

    /**
     * Returns the same program with instances that begin with that state, which may come from a program of another
     * tier.
     */
    public Program beginningWith(Snapshot snapshot) {
        return new Program(
                module, machines, frameRatio, globalFields, info, Optional.of(InstanceTemplate.of(module, snapshot)));
    }

    /**
     * Returns the size of the stack that the thread of the module needs, in bytes.
     *
     * @param guestBytes the limit on the guest's frames, by the published rule
     */
    public long threadStackBytes(long guestBytes) {
        return HOST_RESERVE_BYTES + guestBytes * frameRatio;
    }

    /**
     * Runs the module once, in a fresh instance, on this thread: its start function, then the entry. Never throws for
     * what the guest did.
     *
     * @param scope the call, which is charged for every instruction
     * @param imports a function for every import, in the order of the module
     * @param entry calls the guest's functions
     */
    public Run run(CallScope scope, List<HostImport> imports, RunLimits limits, RunningGuest.Entry entry) {
        return run(scope, imports, limits, entry, instance -> {});
    }

    /**
     * Runs the module once, like {@link #run}, and captures the resulting state.
     *
     * @param imports a function for every import, in the order of the module
     * @param entry calls the guest's functions
     */
    public Capture capture(CallScope scope, List<HostImport> imports, RunLimits limits, RunningGuest.Entry entry) {
        AtomicReference<Snapshot> snapshot = new AtomicReference<>();
        AtomicReference<String> obstacle = new AtomicReference<>();
        Run run = run(scope, imports, limits, entry, instance -> {
            Optional<String> inTheWay = template.isPresent()
                    ? Snapshot.obstacle(instance, info.definedGlobals())
                    : Optional.of("this Java runtime does not let Airlock make copies of an instance");
            inTheWay.ifPresentOrElse(obstacle::set, () -> snapshot.set(Snapshot.of(instance, info.definedGlobals())));
        });
        return run.termination() instanceof Termination.Returned
                ? new Capture(run, Optional.ofNullable(snapshot.get()), Optional.ofNullable(obstacle.get()))
                : new Capture(run, Optional.empty(), Optional.empty());
    }

    private Run run(
            CallScope scope,
            List<HostImport> imports,
            RunLimits limits,
            RunningGuest.Entry entry,
            Consumer<Instance> whenReturned) {
        GuestFrames frames = scope.profile()
                .map(profile -> new GuestFrames(new GuestFrames.Profiling(profile, scope.fuel()::used)))
                .orElseGet(GuestFrames::new);
        List<GuestFrame> trapped = List.of();
        Growth memory = new Growth(
                LimitName.MEMORY,
                Memory.PAGE_SIZE,
                limits.memoryBytes(),
                pages -> scope.memory().hold(CallMemory.Use.PAGES, CallDemand.pages(pages)),
                pages -> scope.memory().tryHold(CallMemory.Use.PAGES, CallDemand.pages(pages)));
        Growth tables = new Growth(
                LimitName.TABLE,
                1,
                limits.tableElements(),
                elements -> scope.memory().hold(CallMemory.Use.TABLES, CallDemand.elements(elements)),
                elements -> false);
        if (frameRatio >= FrameRatio.INTERPRETED) {
            scope.fuel().lookOften();
            scope.memory().hold(CallMemory.Use.FRAMES, CallDemand.frames(CallDemand.FIRST_STACK));
        }
        Termination termination;
        try {
            Instance instance = instantiate(scope, importOrder.bound(scope, imports), memory, tables, frames);
            entry.enter(new EnteredGuest(instance, scope));
            whenReturned.accept(instance);
            termination = new Termination.Returned();
        } catch (Throwable thrown) {
            List<Integer> running = frames.of(thrown);
            termination = new ExceptionMapper(limits).terminationOf(thrown, names(running));
            trapped = termination instanceof Termination.Trapped
                    ? guestFrames(running, frames.positions(running))
                    : trapped;
        } finally {
            release(scope);
        }
        if (!(termination instanceof Termination.ByHost)) {
            termination =
                    scope.fuel().overdraft().<Termination>map(limit -> limit).orElse(termination);
        }
        if (termination instanceof Termination.ByHost byHost) {
            scope.end(byHost);
        }
        return new Run(
                scope.hostTermination().<Termination>map(first -> first).orElse(termination),
                memory.refusal().or(tables::refusal),
                memory.amount(),
                trapped);
    }

    /** Returns what this instance no longer needs to the next one. */
    private static void release(CallScope scope) {
        if (scope.counters() instanceof PagedMemory memory) {
            memory.release();
        }
    }

    /** Returns a fresh instance whose start function has run. */
    private Instance instantiate(
            CallScope scope, ImportFunction[] imports, Growth memory, Growth tables, GuestFrames frames) {
        return template.isPresent()
                ? template.get().instantiate(scope, imports, memory, tables, machines, globalFields, frames)
                : instantiatePublicly(
                        scope, ImportValues.builder().addFunction(imports).build(), memory, tables, frames);
    }

    /** Returns a fresh instance of a module that may import more than functions; its start function has run. */
    Instance instantiate(CallScope scope, ImportValues imports, Growth memory, Growth tables, GuestFrames frames) {
        Optional<ImportFunction[]> ordered =
                template.isPresent() ? importOrder.of(List.of(imports.functions())) : Optional.empty();
        return ordered.isPresent()
                ? instantiate(scope, ordered.get(), memory, tables, frames)
                : instantiatePublicly(scope, imports, memory, tables, frames);
    }

    /**
     * Uses the engine's builder, for modules that import more than functions, and if an instance cannot be made
     * directly.
     */
    private Instance instantiatePublicly(
            CallScope scope, ImportValues imports, Growth memory, Growth tables, GuestFrames frames) {
        Instance[] owner = new Instance[1];
        return Instance.builder(module)
                .withImportValues(imports)
                .withMemoryFactory(own -> PagedMemory.of(scope, own, memory))
                .withTableFactory((table, initialValue) -> new GuestTable(owner[0], table, initialValue, tables))
                .withGlobalFactory(new HiddenGlobals(scope, info.definedGlobals(), globalFields))
                .withMachineFactory(instance -> {
                    owner[0] = instance;
                    return machines.apply(instance, frames);
                })
                .withStart(false)
                .build();
    }

    private List<GuestFrame> guestFrames(List<Integer> functions, List<OptionalInt> positions) {
        List<GuestFrame> frames = new ArrayList<>();
        for (int i = 0; i < functions.size(); i++) {
            frames.add(new GuestFrame(functions.get(i), name(functions.get(i)), positions.get(i)));
        }
        return frames;
    }

    private List<String> names(List<Integer> functions) {
        return functions.stream().map(this::name).toList();
    }

    private String name(int function) {
        return info.functionNames().of(function).orElse("func[" + function + "]");
    }
}
