package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.frame.GuestFrames;
import dev.airlock.sandbox.engine.memory.Growth;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.MeteredModule;

/**
 * Instances as production makes them, for tests that import more than functions or call other exports than the start.
 */
public final class Instances {
    private static final long MOST_BYTES = 1L << 32;
    private static final long MOST_ELEMENTS = 10_000_000;

    private Instances() {}

    /** Returns a program, with the class pass that {@code -Dairlock.class-pass} names. */
    public static Program program(MeteredModule module, Tier tier) {
        return program(module, tier, ClassPass.ofTheJvm());
    }

    /** Returns a program; a module that the compiler rejects is an error here. */
    public static Program program(MeteredModule module, Tier tier, ClassPass pass) {
        Engine engine = Engine.of(pass, why -> {
            if (!(why instanceof PartlyInterpreted)) {
                throw new AssertionError("not compiled", why);
            }
        });
        try {
            PreparedModule prepared = engine.prepare(module.bytes(), "", module, LoadBudget.endless());
            return tier == Tier.COMPILED
                    ? prepared.compiled(LoadBudget.endless()).orElseThrow()
                    : prepared.interpreted();
        } catch (InvalidModuleException e) {
            throw new AssertionError("the engine does not take a rewritten module", e);
        }
    }

    /** Returns an instance that charges a scope. */
    public static Instance of(Program program, CallScope scope, ImportValues imports) {
        return program.instantiate(scope, imports, pages(), elements(), new GuestFrames());
    }

    /** Returns a memory that several instances may import; compiled code that uses it charges the scope. */
    public static Memory memory(CallScope scope, MemoryLimits limits) {
        return PagedMemory.of(scope, limits, pages());
    }

    private static Growth pages() {
        return new Growth(LimitName.MEMORY, Memory.PAGE_SIZE, MOST_BYTES);
    }

    private static Growth elements() {
        return new Growth(LimitName.TABLE, 1, MOST_ELEMENTS);
    }
}
