package dev.airlock.sandbox.wasm.code;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.FunctionNames;
import dev.airlock.sandbox.wasm.format.FunctionSize;
import dev.airlock.sandbox.wasm.format.FunctionTypes;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The facts that the reader has found so far; {@code ModuleInfo} exposes them once they are complete. */
public final class ModuleFacts {
    public final ModuleLimits limits;
    public final LoadBudget budget;
    public final long size;
    public final FunctionTypes types = new FunctionTypes();
    public final List<ModuleSection> sections = new ArrayList<>();
    public final List<Extern.Import> imports = new ArrayList<>();
    public final List<Integer> importedFunctionTypes = new ArrayList<>();
    public final List<Extern.Export> exports = new ArrayList<>();
    public final List<Extern.MemoryDemand> memories = new ArrayList<>();
    public final List<Extern.TableDemand> tables = new ArrayList<>();
    public final List<String> customSections = new ArrayList<>();
    public int[] functionTypes = {};
    public FunctionSize[] functionSizes = {};
    public final List<GlobalType> globalTypes = new ArrayList<>();
    public final List<Integer> tagTypes = new ArrayList<>();
    public int importedGlobals;
    public int definedGlobals;
    public int tags;
    public OptionalLong startFunction = OptionalLong.empty();
    public OptionalLong dataCount = OptionalLong.empty();
    public int dataSegments;
    public int elementSegments;
    public long elements;
    public Map<Opcode.Flow, Long> instructionsByFlow = Map.of();
    public long dataBytes;
    public long operands;
    public long labelSteps;
    public FunctionNames names = new FunctionNames(new byte[0], 0);

    /**
     * The type of a global.
     *
     * @param type the first byte of its type
     */
    public record GlobalType(byte type, boolean isMutable) {}

    public ModuleFacts(ModuleLimits limits, long size, LoadBudget budget) {
        this.limits = limits;
        this.budget = budget;
        this.size = size;
    }

    public long functions() {
        return (long) importedFunctionTypes.size() + functionTypes.length;
    }

    public long globals() {
        return (long) importedGlobals + definedGlobals;
    }

    public int typeOfFunction(int function) {
        int imported = importedFunctionTypes.size();
        return function < imported ? importedFunctionTypes.get(function) : functionTypes[function - imported];
    }

    public Optional<ModuleSection> section(ModuleSection.Id id) {
        return sections.stream().filter(section -> section.id() == id).findFirst();
    }

    /** Returns the number of parameters of a function, by its index among those that the module defines. */
    int parameters(int definedFunction) {
        return types.parameters(functionTypes[definedFunction]);
    }
}
