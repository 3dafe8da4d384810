package dev.airlock.sandbox.load;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.text.Details;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.admission.LoadDemand;
import dev.airlock.sandbox.api.LoadPhase;
import dev.airlock.sandbox.budget.HeldPermit;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.KeptProgram;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.imports.Linker;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.thread.LeakedThreads;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns the bytes of one module into a connector. It reads them, checks them against limits and manifest, validates the
 * module as its author wrote it, meters it, and only then gives it to the engine.
 */
public final class Loader {
    private static final long PAGE_BYTES = 65_536;

    private final LoadTools tools;
    private final LoadRequest request;
    private final Limits limits;
    private final LoadBudget budget;
    private final LoadAdmission admission;
    private final AuditId auditId = AuditId.random();
    private volatile long demandBytes;

    public Loader(LoadTools tools, LoadRequest request, LoadBudget budget, LoadAdmission admission) {
        this.tools = tools;
        this.request = request;
        this.limits = request.limits();
        this.budget = budget;
        this.admission = admission;
    }

    public LoadResult load(byte[] bytes) {
        admission.takeSlot();
        try {
            tools.listener().begins(LoadPhase.READING, 0);
            Optional<KeptProgram> kept = findKept(bytes);
            ModuleInfo module = read(bytes, kept);
            List<Import> imports = Import.of(module, request.manifest());
            Optional<Failure> refusal = startRefusal(module)
                    .or(() -> Linker.refusals(auditId, request.manifest(), imports).stream()
                            .findFirst())
                    .or(() -> demandRefusal(module))
                    .or(() -> loadRefusal(module));
            return refusal.isPresent() ? refused(refusal.get()) : loaded(bytes, module, imports, kept);
        } catch (ModuleRefused e) {
            return refused(failure(e.reason()));
        } catch (InvalidModuleException e) {
            return refused(invalid("The module is not valid WebAssembly: " + e.getMessage() + "."));
        }
    }

    /**
     * Returns every problem that keeps the module from being loaded, not only the first. A module that is kept was
     * validated before.
     */
    public List<Failure> problems(byte[] bytes) {
        admission.takeSlot();
        List<Failure> problems = new ArrayList<>();
        try {
            Optional<KeptProgram> kept = findKept(bytes);
            ModuleInfo module = read(bytes, kept);
            startRefusal(module).ifPresent(problems::add);
            problems.addAll(Linker.refusals(auditId, request.manifest(), Import.of(module, request.manifest())));
            demandRefusal(module).ifPresent(problems::add);
            Optional<Failure> tooLarge = loadRefusal(module);
            if (tooLarge.isPresent()) {
                problems.add(tooLarge.get());
            } else if (kept.isEmpty()) {
                admission.reserve(demandBytes);
                tools.engine().validate(bytes, module, budget);
            }
        } catch (ModuleRefused e) {
            problems.add(failure(e.reason()));
        } catch (InvalidModuleException e) {
            problems.add(invalid("The module is not valid WebAssembly: " + e.getMessage() + "."));
        }
        return problems;
    }

    private ModuleInfo read(byte[] bytes, Optional<KeptProgram> kept) throws ModuleRefused {
        return kept.isPresent()
                ? WasmModuleReader.read(
                        bytes, moduleLimits(limits), budget, kept.get().code())
                : WasmModuleReader.read(bytes, moduleLimits(limits), budget);
    }

    /** The limits on a module's own size. */
    static ModuleLimits moduleLimits(Limits limits) {
        return new ModuleLimits(
                limits.get(LimitName.MODULE),
                limits.get(LimitName.FUNCTIONS),
                limits.get(LimitName.LOCALS),
                limits.get(LimitName.NESTING),
                limits.get(LimitName.SEGMENTS));
    }

    public LoadResult refused(Failure failure) {
        return new LoadResult.Refused(failure, budget.elapsedMillis(), admission.waitMillis());
    }

    public LoadResult cancelled() {
        return new LoadResult.Cancelled(budget.elapsedMillis(), admission.waitMillis());
    }

    /** Returns the failure that explains why a load stopped; empty if it was cancelled. */
    public Optional<Failure> whyStopped(LoadStopped stopped) {
        return stopped.busy()
                .map(busy -> Failure.hostBusy(auditId, busy))
                .or(() -> stopped.reached()
                        .map(limit -> Failure.resourceLimitExceeded(
                                auditId, limit.limit(), limit.configured(), limit.used())));
    }

    /** Returns the failure for what was thrown: a limit if the module is the cause, else a fault of the host. */
    public Failure failure(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError) {
            long most = Math.min(limits.get(LimitName.COMPILE_MEMORY), admission.mostBytes());
            return Failure.resourceLimitExceeded(auditId, LimitName.COMPILE_MEMORY, most, Math.max(most, demandBytes));
        }
        return fault(thrown);
    }

    public Failure fault(Throwable thrown) {
        return tools.boundary().hostFault(name(), auditId, thrown);
    }

    /** The failure for a connector with too many calls or loads that never came back. */
    public Failure leaked() {
        return tools.leaked().failure(name(), auditId);
    }

    /** Counts threads that do not come back. */
    public LeakedThreads leakedThreads() {
        return tools.leaked();
    }

    /** The connector's name, as messages show it. */
    public String name() {
        return request.name();
    }

    /** Looks for the kept program of a module. A module that is too large is not even hashed. */
    private Optional<KeptProgram> findKept(byte[] bytes) {
        return request.wants(Tier.INTERPRETED) || bytes.length > limits.get(LimitName.MODULE)
                ? Optional.empty()
                : tools.engine().findKept(bytes);
    }

    private LoadResult loaded(byte[] bytes, ModuleInfo module, List<Import> imports, Optional<KeptProgram> earlier)
            throws InvalidModuleException {
        Optional<Program> kept = earlier.flatMap(program -> program.program(module, budget));
        if (kept.isPresent()) {
            if (wantsSnapshot()) {
                admission.reserve(captureBytes(module));
            }
            return ready(module, imports, Tier.COMPILED, kept.get(), Optional.empty());
        }
        admission.reserve(wantsSnapshot() ? Math.max(demandBytes, captureBytes(module)) : demandBytes);
        PreparedModule prepared = prepared(bytes, module);
        Optional<Program> compiled = request.wants(Tier.COMPILED) ? compiled(prepared, module) : Optional.empty();
        if (compiled.isPresent()) {
            return ready(module, imports, Tier.COMPILED, compiled.get(), Optional.empty());
        }
        return ready(
                module,
                imports,
                Tier.INTERPRETED,
                prepared.interpreted(),
                request.tier().isEmpty() ? Optional.of(prepared) : Optional.empty());
    }

    /** The memory that one run of the module may take. A capture that needs more than the whole budget ends there. */
    private long captureBytes(ModuleInfo module) {
        return Math.min(CallDemand.most(module, limits), admission.mostBytes());
    }

    private boolean wantsSnapshot() {
        return request.manifest().reactorSnapshot();
    }

    /**
     * Captures the initial state if the manifest asks for it, and starts the compilation if there is anything to
     * compile.
     */
    private LoadResult ready(
            ModuleInfo module,
            List<Import> imports,
            Tier tier,
            Program program,
            Optional<PreparedModule> toBeCompiled) {
        Optional<InitialCapture.Result.Taken> captured = Optional.empty();
        if (wantsSnapshot()) {
            tools.listener().begins(LoadPhase.CAPTURING, 0);
            InitialCapture.Result result =
                    new InitialCapture(tools, request, auditId, admission).of(program, module, imports, budget);
            if (result instanceof InitialCapture.Result.Refused refused) {
                return refused(refused.failure());
            }
            captured = Optional.of((InitialCapture.Result.Taken) result);
        }
        long stays = captured.map(taken -> taken.snapshot().heapBytes()).orElse(0L);
        Optional<Permit> permit = admission.tryKeep(stays);
        if (permit.isEmpty()) {
            return refused(tooMuchStays(stays));
        }
        CompilationSchedule schedule =
                toBeCompiled.isPresent() ? CompilationSchedule.toBeCompiled() : CompilationSchedule.nothingToCompile();
        Connector connector;
        try (HeldPermit kept = new HeldPermit(permit.get())) {
            connector = connector(module, imports, tier, program, captured, schedule);
            connector.keeps(kept.passOn());
        }
        toBeCompiled.ifPresent(prepared -> tools.background()
                .compile(
                        connector,
                        prepared::compiled,
                        new BackgroundCompiler.Demand(
                                admission.reservedBytes(), LoadDemand.bytes(module, true), admission.handOver())));
        return new LoadResult.Loaded(connector);
    }

    private Failure tooMuchStays(long bytes) {
        return Failure.hostTooSmall(auditId, LimitName.MEMORY, admission.mostResidentBytes(), bytes)
                .before("The captured states of all loaded connectors together take too much:");
    }

    private PreparedModule prepared(byte[] bytes, ModuleInfo module) throws InvalidModuleException {
        tools.listener().begins(LoadPhase.VALIDATING, module.definedFunctions());
        tools.engine().validate(bytes, module, budget);
        tools.listener().begins(LoadPhase.METERING, module.definedFunctions());
        MeteredModule metered = FuelMetering.rewrite(bytes, module, budget);
        return tools.engine().prepare(bytes, request.label(), metered, budget);
    }

    private Optional<Program> compiled(PreparedModule prepared, ModuleInfo module) {
        tools.listener().begins(LoadPhase.COMPILING, module.definedFunctions());
        return prepared.compiled(budget);
    }

    private Connector connector(
            ModuleInfo module,
            List<Import> imports,
            Tier runsNow,
            Program program,
            Optional<InitialCapture.Result.Taken> captured,
            CompilationSchedule schedule) {
        return new Connector(
                request.manifest(),
                request.credentials(),
                request.recorder(),
                request.profiler(),
                module,
                limits,
                runsNow,
                program,
                captured,
                schedule,
                imports,
                budget.elapsedMillis(),
                admission.waitMillis(),
                tools.leaked(),
                request.stateKey());
    }

    private Optional<Failure> startRefusal(ModuleInfo module) {
        return ConnectorStyle.problem(module).or(() -> snapshotProblem(module)).map(this::invalid);
    }

    private Optional<String> snapshotProblem(ModuleInfo module) {
        return request.manifest().reactorSnapshot() && ConnectorStyle.of(module) == ConnectorStyle.COMMAND
                ? Optional.of(
                        "Its manifest says snapshot = true in [connector.reactor], and the module is a command: it exports"
                                + " _start, and has no state to capture before its call. Remove the line, or build the"
                                + " module as a reactor.")
                : Optional.empty();
    }

    /** Refuses a module whose instance would need too much before its first instruction. */
    private Optional<Failure> demandRefusal(ModuleInfo module) {
        long memory = module.memories().stream()
                        .mapToLong(Extern.MemoryDemand::minPages)
                        .sum()
                * PAGE_BYTES;
        if (memory > limits.get(LimitName.MEMORY)) {
            return Optional.of(limit(LimitName.MEMORY, memory));
        }
        long elements = module.tables().stream()
                .mapToLong(Extern.TableDemand::minElements)
                .sum();
        if (elements > limits.get(LimitName.TABLE)) {
            return Optional.of(limit(LimitName.TABLE, elements));
        }
        long demand = CallDemand.first(module);
        return demand > admission.mostBytes()
                ? Optional.of(Failure.hostTooSmall(auditId, LimitName.MEMORY, admission.mostBytes(), demand))
                : Optional.empty();
    }

    /** Refuses a module whose load would need too much: time, where that grows faster than the code, or memory. */
    private Optional<Failure> loadRefusal(ModuleInfo module) {
        if (module.labelMillis() > limits.get(LimitName.COMPILE)) {
            return Optional.of(limit(LimitName.COMPILE, module.labelMillis()));
        }
        demandBytes = LoadDemand.bytes(module, request.wants(Tier.COMPILED));
        if (demandBytes > limits.get(LimitName.COMPILE_MEMORY)) {
            return Optional.of(limit(LimitName.COMPILE_MEMORY, demandBytes));
        }
        return demandBytes > admission.mostBytes()
                ? Optional.of(
                        Failure.hostTooSmall(auditId, LimitName.COMPILE_MEMORY, admission.mostBytes(), demandBytes))
                : Optional.empty();
    }

    private Failure failure(ModuleRefused.Reason reason) {
        return reason instanceof ModuleRefused.LimitExceeded over
                ? Failure.resourceLimitExceeded(auditId, over.limit(), over.configured(), over.used())
                : invalid(reason.sentence());
    }

    private Failure limit(LimitName name, long used) {
        return Failure.resourceLimitExceeded(auditId, name, limits.get(name), used);
    }

    private Failure invalid(String sentence) {
        return Failure.connectorRuntimeError(
                auditId, Reason.INVALID_MODULE, name() + " cannot be loaded. " + sentence, Details.none());
    }
}
