package dev.airlock.sandbox.engine;

import com.dylibso.chicory.compiler.Cache;
import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.WasmModule;
import java.util.Optional;
import java.util.function.Function;

/** Compiles a module to JVM classes, or finds the classes of an earlier compilation. */
final class Compilation {
    /** The prefix of every compiled class's name. */
    static final String CLASS_NAME = "dev.airlock.guest.Module";

    private Compilation() {}

    static Function<Instance, Machine> compile(WasmModule module, Optional<Cache> cache) {
        var builder = MachineFactoryCompiler.builder(module)
                .withClassName(CLASS_NAME)
                .withInterpreterFallback(InterpreterFallback.SILENT);
        cache.ifPresent(builder::withCache);
        return builder.compile();
    }
}
