package dev.airlock.sandbox.engine.interpreter;

import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.TagImport;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.wasm.format.OperandHeights;

/** The function types of a module that the engine has parsed. */
final class ModuleTypes implements OperandHeights.Arities {
    private final WasmModule module;
    private final int importedFunctions;
    private final int[] importedTypes;
    private final int[] importedTags;

    ModuleTypes(WasmModule module) {
        this.module = module;
        this.importedTypes = module.importSection().stream()
                .filter(FunctionImport.class::isInstance)
                .mapToInt(imported -> ((FunctionImport) imported).typeIndex())
                .toArray();
        this.importedTags = module.importSection().stream()
                .filter(TagImport.class::isInstance)
                .mapToInt(imported -> ((TagImport) imported).tagType().typeIdx())
                .toArray();
        this.importedFunctions = module.importSection().count(ExternalType.FUNCTION);
    }

    @Override
    public int parameters(int type) {
        return type(type).params().size();
    }

    @Override
    public int results(int type) {
        return type(type).returns().size();
    }

    private FunctionType type(int index) {
        return module.typeSection().getType(index);
    }

    /** Whether a block type is the index of a type, in the form that the engine's parser gives it. */
    boolean isIndex(int blockType) {
        return blockType != 0x40 && !ValType.isValid(blockType);
    }

    /** The type of a function, imports first. */
    int ofFunction(int function) {
        return function < importedFunctions
                ? importedTypes[function]
                : module.functionSection().getFunctionType(function - importedFunctions);
    }

    /** The type of a tag, imports first. */
    int ofTag(int tag) {
        return tag < importedTags.length
                ? importedTags[tag]
                : module.tagSection()
                        .orElseThrow()
                        .getTag(tag - importedTags.length)
                        .typeIdx();
    }
}
