package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.load.LoadBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The facts that the reader has found so far; {@link ModuleInfo} exposes them once they are complete. */
final class ModuleFacts {
    final ModuleLimits limits;
    final LoadBudget budget;
    final long size;
    final FunctionTypes types = new FunctionTypes();
    final List<Section> sections = new ArrayList<>();
    final List<Extern.Import> imports = new ArrayList<>();
    final List<Integer> importedFunctionTypes = new ArrayList<>();
    final List<Extern.Export> exports = new ArrayList<>();
    final List<Extern.MemoryDemand> memories = new ArrayList<>();
    final List<Extern.TableDemand> tables = new ArrayList<>();
    final List<String> customSections = new ArrayList<>();
    int[] functionTypes = {};
    FunctionSize[] functionSizes = {};
    final List<GlobalType> globalTypes = new ArrayList<>();
    final List<Integer> tagTypes = new ArrayList<>();
    int importedGlobals;
    int definedGlobals;
    int tags;
    OptionalLong startFunction = OptionalLong.empty();
    OptionalLong dataCount = OptionalLong.empty();
    int dataSegments;
    int elementSegments;
    long elements;
    Map<Opcode.Flow, Long> instructionsByFlow = Map.of();
    long dataBytes;
    long operands;
    long labelSteps;
    FunctionNames names = new FunctionNames(new byte[0], 0);

    /**
     * The type of a global.
     *
     * @param type the first byte of its type
     */
    record GlobalType(byte type, boolean isMutable) {}

    ModuleFacts(ModuleLimits limits, long size, LoadBudget budget) {
        this.limits = limits;
        this.budget = budget;
        this.size = size;
    }

    long functions() {
        return (long) importedFunctionTypes.size() + functionTypes.length;
    }

    long globals() {
        return (long) importedGlobals + definedGlobals;
    }

    int typeOfFunction(int function) {
        int imported = importedFunctionTypes.size();
        return function < imported ? importedFunctionTypes.get(function) : functionTypes[function - imported];
    }

    Optional<Section> section(Section.Id id) {
        return sections.stream().filter(section -> section.id() == id).findFirst();
    }

    /** Returns the number of parameters of a function, by its index among those that the module defines. */
    int parameters(int definedFunction) {
        return types.parameters(functionTypes[definedFunction]);
    }
}
