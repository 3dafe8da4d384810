package dev.airlock.sandbox.engine;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.List;
import java.util.Set;

/**
 * A parsed module without the code that its compiled classes have instead. The engine needs some hundred bytes for each
 * instruction, which a connector would otherwise hold for as long as it is loaded.
 */
final class LeanModule {
    private static final Instruction TRAP = new Instruction(-1, OpCode.UNREACHABLE, new long[0]);

    private static final FunctionBody NO_CODE = new FunctionBody(
            List.of(),
            List.of(AnnotatedInstruction.builder().from(TRAP).withDepth(0).build()));

    private LeanModule() {}

    /**
     * The module with the code of those functions only.
     *
     * @param kept functions by their index in the module's function space
     */
    static WasmModule of(WasmModule module, Set<Integer> kept) {
        int imported = module.importSection().count(ExternalType.FUNCTION);
        CodeSection.Builder code = CodeSection.builder();
        for (int i = 0; i < module.codeSection().functionBodyCount(); i++) {
            code.addFunctionBody(
                    kept.contains(imported + i) ? module.codeSection().getFunctionBody(i) : NO_CODE);
        }
        return EngineSections.copy(module)
                .setStartSection(module.startSection().orElse(null))
                .setCodeSection(code.build())
                .withDigest(module.digest())
                .build();
    }
}
