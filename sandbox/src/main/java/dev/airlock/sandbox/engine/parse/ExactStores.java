package dev.airlock.sandbox.engine.parse;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.CodeSection;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.OpCode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The three stores whose address the engine's interpreter cuts to 32 bits: {@code i32.store8}, {@code i64.store8} and {@code
 * i64.store32}. In a module that is interpreted they go under the name of an instruction that the interpreter does not know and
 * that no admitted module has, and our interpreters carry them out.
 */
public final class ExactStores {
    private static final OpCode STORE_8 = OpCode.V128_STORE8_LANE;
    private static final OpCode STORE_32 = OpCode.V128_STORE32_LANE;

    private static final int OFFSET = 1;
    private static final int MEMORY = 2;

    private ExactStores() {}

    /** The module for an interpreter; the same one if none of the three stores is in it. */
    public static WasmModule in(WasmModule module) {
        FunctionBody[] bodies = module.codeSection().functionBodies();
        if (Arrays.stream(bodies).noneMatch(ExactStores::hasInexact)) {
            return module;
        }
        CodeSection.Builder code =
                CodeSection.builder().setRequiresDataCount(module.codeSection().isRequiresDataCount());
        for (FunctionBody body : bodies) {
            code.addFunctionBody(hasInexact(body) ? exact(body) : body);
        }
        return EngineSections.copy(module)
                .setStartSection(module.startSection().orElse(null))
                .setCodeSection(code.build())
                .build();
    }

    /** Carries out one of the stores; false if the instruction is another one. */
    public static boolean eval(MStack stack, Instance instance, Instruction instruction) {
        OpCode opcode = instruction.opcode();
        if (opcode != STORE_8 && opcode != STORE_32) {
            return false;
        }
        long value = stack.pop();
        long address = Integer.toUnsignedLong((int) stack.pop()) + instruction.operand(OFFSET);
        if (address > Integer.MAX_VALUE) { // no memory is so large
            throw new WasmRuntimeException("out of bounds memory access");
        }
        var memory = instance.memory((int) instruction.operand(MEMORY));
        if (opcode == STORE_8) {
            memory.writeByte((int) address, (byte) value);
        } else {
            memory.writeI32((int) address, (int) value);
        }
        return true;
    }

    private static boolean hasInexact(FunctionBody body) {
        return body.instructions().stream()
                .anyMatch(instruction -> exact(instruction.opcode()).isPresent());
    }

    private static FunctionBody exact(FunctionBody body) {
        List<AnnotatedInstruction> instructions =
                body.instructions().stream().map(ExactStores::exact).toList();
        return new FunctionBody(body.localTypes(), instructions);
    }

    private static AnnotatedInstruction exact(AnnotatedInstruction instruction) {
        return exact(instruction.opcode())
                .map(opcode -> AnnotatedInstruction.builder()
                        .from(new Instruction(instruction.address(), opcode, instruction.operands()))
                        .withDepth(instruction.depth())
                        .build())
                .orElse(instruction);
    }

    private static Optional<OpCode> exact(OpCode opcode) {
        return switch (opcode) {
            case I32_STORE8, I64_STORE8 -> Optional.of(STORE_8);
            case I64_STORE32 -> Optional.of(STORE_32);
            default -> Optional.empty();
        };
    }
}
