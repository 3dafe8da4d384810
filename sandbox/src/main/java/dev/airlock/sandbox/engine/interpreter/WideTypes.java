package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.CatchOpCode;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.TypeSection;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.engine.parse.EngineSections;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The function types of a module that have more parameters or results than a method of the JVM, and the functions that
 * have such a type or name one. These functions are interpreted. The engine's compiler makes a method for each type of
 * a module, used or not, so it gets the module with a replacement for each of these types.
 */
public final class WideTypes {
    /**
     * A method has at most 255 slots; a call through a table takes four of them, and the engine passes an array from
     * 254 on.
     */
    private static final int MOST_PARAMETER_SLOTS = 251;

    private static final int MOST_RESULT_SLOTS = 255;

    /**
     * The replacement, which is passed and returned as an array, so that the bridge to the interpreter passes on both
     * as they are.
     */
    private static final FunctionType STAND_IN =
            FunctionType.of(Collections.nCopies(128, ValType.I64), List.of(ValType.I32, ValType.I32));

    private final WasmModule module;
    private final ModuleTypes types;
    private final BitSet wide;
    private final Set<Integer> functions = new TreeSet<>();

    private WideTypes(WasmModule module) {
        this.module = module;
        this.types = new ModuleTypes(module);
        this.wide = wide(module.typeSection());
    }

    /** Returns those of a module. */
    public static WideTypes in(WasmModule module) {
        WideTypes found = new WideTypes(module);
        if (!found.wide.isEmpty()) {
            found.findFunctions();
        }
        return found;
    }

    /** The functions that are interpreted, by their index in the module's function space. */
    public Set<Integer> functions() {
        return Collections.unmodifiableSet(functions);
    }

    /** The module for the engine's compiler, and for nothing else. */
    public WasmModule narrowed() {
        if (wide.isEmpty()) {
            return module;
        }
        TypeSection.Builder narrow = TypeSection.builder();
        for (int type = 0; type < module.typeSection().typeCount(); type++) {
            narrow.addFunctionType(
                    wide.get(type) ? STAND_IN : module.typeSection().getType(type));
        }
        return EngineSections.copy(module)
                .setStartSection(module.startSection().orElse(null))
                .setTypeSection(narrow.build())
                .build();
    }

    private static BitSet wide(TypeSection types) {
        BitSet wide = new BitSet();
        for (int type = 0; type < types.typeCount(); type++) {
            FunctionType signature = types.getType(type);
            wide.set(
                    type,
                    slots(signature.params()) > MOST_PARAMETER_SLOTS || slots(signature.returns()) > MOST_RESULT_SLOTS);
        }
        return wide;
    }

    private static int slots(List<ValType> values) {
        return values.stream()
                .mapToInt(type -> type.equals(ValType.I64) || type.equals(ValType.F64) ? 2 : 1)
                .sum();
    }

    private void findFunctions() {
        FunctionBody[] bodies = module.codeSection().functionBodies();
        int imported = module.importSection().count(ExternalType.FUNCTION);
        for (int i = 0; i < bodies.length; i++) {
            if (isWide(imported + i) || bodies[i].instructions().stream().anyMatch(this::namesOne)) {
                functions.add(imported + i);
            }
        }
    }

    private boolean isWide(int function) {
        return wide.get(types.ofFunction(function));
    }

    private boolean namesOne(AnnotatedInstruction instruction) {
        return switch (instruction.opcode()) {
            case CALL, RETURN_CALL -> isWide((int) instruction.operand(0));
            case CALL_INDIRECT, RETURN_CALL_INDIRECT -> wide.get((int) instruction.operand(0));
            case BLOCK, LOOP, IF -> isWideBlock(instruction);
            case TRY_TABLE ->
                isWideBlock(instruction) || instruction.catches().stream().anyMatch(this::takesOne);
            case THROW -> isWideTag((int) instruction.operand(0));
            default -> false;
        };
    }

    private boolean isWideBlock(AnnotatedInstruction block) {
        int type = (int) block.operand(0);
        return types.isIndex(type) && wide.get(type);
    }

    private boolean takesOne(CatchOpCode.Catch clause) {
        return switch (clause.opcode()) {
            case CATCH, CATCH_REF -> isWideTag(clause.tag());
            case CATCH_ALL, CATCH_ALL_REF -> false;
        };
    }

    private boolean isWideTag(int tag) {
        return wide.get(types.ofTag(tag));
    }
}
