package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.load.LoadBudget;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Optional;
import java.util.function.Function;

/**
 * A module's functions as JVM classes, compiled now or found from an earlier time.
 *
 * @param module what an instance of the classes needs of the module
 * @param machines makes the engine's machine for an instance
 * @param frameRatio bytes of the JVM's stack for each byte that the published rule counts
 */
record Compilation(WasmModule module, Function<Instance, Machine> machines, long frameRatio) {
    /** The prefix of every compiled class's name, and the machine's. */
    static final String CLASS_NAME = "dev.airlock.guest.Module";

    /**
     * Compiles a module, or loads the classes of an earlier compilation. May be called on any thread, and does not keep it
     * long once the budget is used up: {@link dev.airlock.sandbox.load.LoadStopped} is thrown.
     */
    static Compilation of(WasmModule module, MeteredModule metered, Optional<CodeCache> cache, LoadBudget budget) {
        Optional<CompiledClasses> kept = cache.map(CompiledClasses::new);
        Optional<GuestClasses> earlier = kept.flatMap(classes -> classes.get(module.digest()));
        GuestClasses classes = earlier.orElseGet(() -> new GuestCompiler(module, metered, budget).compile());
        Compilation compilation = new Compilation(
                LeanModule.of(module, classes.interpreted()),
                GuestClassLoader.load(classes, budget),
                classes.frameRatio());
        if (earlier.isEmpty()) {
            kept.ifPresent(folder -> folder.put(module.digest(), classes));
        }
        return compilation;
    }
}
