package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.FunctionBody;
import dev.airlock.sandbox.engine.parse.EngineSections;

/** Makes modules for {@link GuestInterpreter}. */
public final class FlatModule {
    private FlatModule() {}

    /** Returns a module, known to be valid, whose functions have no blocks; the engine's compiler rejects it. */
    public static WasmModule of(WasmModule module) {
        ModuleTypes types = new ModuleTypes(module);
        CodeSection.Builder code =
                CodeSection.builder().setRequiresDataCount(module.codeSection().isRequiresDataCount());
        FunctionBody[] bodies = module.codeSection().functionBodies();
        for (int i = 0; i < bodies.length; i++) {
            code.addFunctionBody(
                    FlatFunction.of(bodies[i], module.functionSection().getFunctionType(i), types));
        }
        return EngineSections.copy(module)
                .setStartSection(module.startSection().orElse(null))
                .setCodeSection(code.build())
                .build();
    }
}
