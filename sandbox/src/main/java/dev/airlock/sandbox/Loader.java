package dev.airlock.sandbox;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Details;
import dev.airlock.failures.Failure;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.Reason;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.InvalidModuleException;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.Extern;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.ModuleLimits;
import dev.airlock.sandbox.wasm.ModuleRefused;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The way of one module from bytes to a connector: read, checked against limits and manifest, validated as its author wrote
 * it, metered, and only then given to the engine.
 */
final class Loader {
    private static final long PAGE_BYTES = 65_536;

    private final Engine engine;
    private final ConnectorManifest manifest;
    private final Limits limits;
    private final Tier tier;
    private final long budgetBytes;
    private final AuditId auditId = AuditId.random();
    private final long startNanos = System.nanoTime();

    Loader(Engine engine, ConnectorManifest manifest, Limits limits, Tier tier, long budgetBytes) {
        this.budgetBytes = budgetBytes;
        this.engine = engine;
        this.manifest = manifest;
        this.limits = limits;
        this.tier = tier;
    }

    LoadResult load(byte[] bytes) {
        try {
            ModuleInfo module = WasmModuleReader.read(bytes, moduleLimits(limits));
            List<Import> imports = Import.of(module, manifest);
            Optional<Failure> refusal = startRefusal(module)
                    .or(() ->
                            Linker.refusals(auditId, manifest, imports).stream().findFirst())
                    .or(() -> demandRefusal(module));
            return refusal.isPresent() ? refused(refusal.get()) : loaded(bytes, module, imports);
        } catch (ModuleRefused e) {
            return refused(failure(e.reason()));
        } catch (InvalidModuleException e) {
            return refused(invalid("The module is not valid WebAssembly: " + e.getMessage() + "."));
        }
    }

    /** Everything that would keep the module from being loaded, not only the first thing. */
    List<Failure> problems(byte[] bytes) {
        List<Failure> problems = new ArrayList<>();
        try {
            ModuleInfo module = WasmModuleReader.read(bytes, moduleLimits(limits));
            startRefusal(module).ifPresent(problems::add);
            problems.addAll(Linker.refusals(auditId, manifest, Import.of(module, manifest)));
            demandRefusal(module).ifPresent(problems::add);
            engine.validate(bytes);
        } catch (ModuleRefused e) {
            problems.add(failure(e.reason()));
        } catch (InvalidModuleException e) {
            problems.add(invalid("The module is not valid WebAssembly: " + e.getMessage() + "."));
        }
        return problems;
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

    LoadResult timedOut() {
        return refused(limit(LimitName.COMPILE, millis()));
    }

    LoadResult refused(Failure failure) {
        return new LoadResult.Refused(failure, millis());
    }

    AuditId auditId() {
        return auditId;
    }

    private LoadResult loaded(byte[] bytes, ModuleInfo module, List<Import> imports) throws InvalidModuleException {
        engine.validate(bytes);
        MeteredModule metered = FuelMetering.rewrite(bytes, module);
        Program program = engine.load(
                metered, tier, index -> module.functionNames().of(index).orElse("func[" + index + "]"));
        return new LoadResult.Loaded(new Connector(manifest, module, limits, tier, program, imports, millis()));
    }

    private Optional<Failure> startRefusal(ModuleInfo module) {
        Optional<Extern.Export> start = module.export("_start");
        boolean runs = start.isPresent()
                && start.get().kind() == Extern.Kind.FUNCTION
                && start.get().type().equals("() -> ()");
        return runs
                ? Optional.empty()
                : Optional.of(invalid("The module exports no function _start without parameters and results."
                        + " Build it as a WASI command, not as a library."));
    }

    /** What an instance would need before its first instruction. */
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
        long demand = CallDemand.bytes(module, limits);
        return demand > budgetBytes
                ? Optional.of(Failure.resourceLimitExceeded(auditId, LimitName.MEMORY, budgetBytes, demand))
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
                auditId,
                Reason.INVALID_MODULE,
                manifest.connector().name() + " cannot be loaded. " + sentence,
                Details.none());
    }

    private long millis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }
}
