package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Optional;
import java.util.function.Function;

/**
 * A module's functions as JVM classes, compiled now or found from an earlier time.
 *
 * @param machines makes the engine's machine for an instance
 * @param frameRatio bytes of the JVM's stack for each byte that the published rule counts
 */
record Compilation(Function<Instance, Machine> machines, long frameRatio) {
    /** The prefix of every compiled class's name. */
    static final String CLASS_NAME = "dev.airlock.guest.Module";

    /**
     * Compiles a module, or loads the classes of an earlier compilation.
     *
     * <p>The engine keeps what it compiled in a cache and loads it from there, which is where the pass changes it: so the
     * engine is asked twice, and only the second answer is used.
     */
    static Compilation of(WasmModule module, MeteredModule metered, Optional<CodeCache> cache, LoadWatch watch) {
        PassedClasses classes = new PassedClasses(
                metered, cache.map(folder -> new CompiledClasses(folder, watch.label())), watch.compiling());
        var compiler = MachineFactoryCompiler.builder(module)
                .withClassName(CLASS_NAME)
                .withInterpreterFallback(InterpreterFallback.SILENT)
                .withCache(classes);
        Function<Instance, Machine> first = compiler.compile();
        return new Compilation(classes.wereFound() ? first : compiler.compile(), classes.frameRatio());
    }
}
