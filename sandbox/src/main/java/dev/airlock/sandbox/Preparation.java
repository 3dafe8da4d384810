package dev.airlock.sandbox;

import dev.airlock.sandbox.engine.InvalidModuleException;
import dev.airlock.sandbox.engine.ParsedModule;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.engine.Validation;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Validates, meters and parses a module that was read. A large one is metered and parsed on a second thread while it is validated,
 * and both validate what is left, if a processor and memory for that are free; what comes of it is the same.
 */
final class Preparation {
    /** For less a second thread is not worth it. */
    private static final int LARGE_BYTES = 1 << 20;

    private static final long STACK_BYTES = 64L << 20;

    private final LoadTools tools;
    private final LoadAdmission admission;
    private final LoadBudget budget;
    private final String label;
    private final long demandBytes;

    /**
     * @param label what the module is, for a person who looks at what is kept
     * @param demandBytes the heap that the load has reserved
     */
    Preparation(LoadTools tools, LoadAdmission admission, LoadBudget budget, String label, long demandBytes) {
        this.tools = tools;
        this.admission = admission;
        this.budget = budget;
        this.label = label;
        this.demandBytes = demandBytes;
    }

    PreparedModule of(byte[] bytes, ModuleInfo module) throws InvalidModuleException {
        tools.listener().begins(LoadPhase.VALIDATING, module.definedFunctions());
        Optional<Runnable> more =
                bytes.length < LARGE_BYTES ? Optional.empty() : admission.tryTakeMore(demandBytes / 2);
        ParsedModule parsed = more.isPresent() ? together(bytes, module, more.get()) : alone(bytes, module);
        return tools.engine().prepare(bytes, label, parsed);
    }

    private ParsedModule alone(byte[] bytes, ModuleInfo module) throws InvalidModuleException {
        tools.engine().validate(bytes, budget);
        tools.listener().begins(LoadPhase.METERING, module.definedFunctions());
        return parsed(bytes, module);
    }

    private ParsedModule parsed(byte[] bytes, ModuleInfo module) throws InvalidModuleException {
        MeteredModule metered = FuelMetering.rewrite(bytes, module, budget);
        return tools.engine().parse(metered, budget);
    }

    private ParsedModule together(byte[] bytes, ModuleInfo module, Runnable giveBack) throws InvalidModuleException {
        Validation validation = tools.engine().validation(bytes);
        AtomicReference<ParsedModule> parsed = new AtomicReference<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try {
            CallThreads.Task second = tools.threads().start("load", STACK_BYTES, () -> {
                try {
                    parsed.set(parsed(bytes, module));
                    validation.work(budget);
                } catch (Throwable e) { // it counts only if the module turns out to be valid
                    thrown.set(e);
                }
            });
            try {
                validation.work(budget);
            } catch (Throwable e) {
                budget.cancel();
                throw e;
            } finally {
                second.awaitAnyway();
            }
        } finally {
            giveBack.run();
        }
        if (thrown.get() != null && !validation.foundSomething()) {
            throw again(thrown.get());
        }
        validation.check();
        return Objects.requireNonNull(parsed.get());
    }

    private static RuntimeException again(Throwable thrown) throws InvalidModuleException {
        if (thrown instanceof InvalidModuleException notTaken) {
            throw notTaken;
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) thrown;
    }
}
