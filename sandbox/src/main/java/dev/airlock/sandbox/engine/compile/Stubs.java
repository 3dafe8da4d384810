package dev.airlock.sandbox.engine.compile;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionBody;
import dev.airlock.sandbox.engine.parse.EngineSections;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import java.util.Set;

/** Makes modules in which some functions only trap, to try the engine's compiler on the others. */
final class Stubs {
    private Stubs() {}

    /**
     * Returns a module with stubs.
     *
     * @param functions the functions that become stubs, by their index in the module's function space
     */
    static WasmModule inPlaceOf(Set<Integer> functions, WasmModule module) {
        FunctionBody stub = ModuleParser.stub();
        FunctionBody[] bodies = module.codeSection().functionBodies();
        int imported = module.importSection().count(ExternalType.FUNCTION);
        CodeSection.Builder code = CodeSection.builder();
        for (int i = 0; i < bodies.length; i++) {
            code.addFunctionBody(functions.contains(imported + i) ? stub : bodies[i]);
        }
        return EngineSections.copy(module)
                .setStartSection(module.startSection().orElse(null))
                .setCodeSection(code.build())
                .build();
    }
}
