package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.code.CodeFacts;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.code.ModuleFacts;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.FunctionNames;
import dev.airlock.sandbox.wasm.format.FunctionSize;
import dev.airlock.sandbox.wasm.format.FunctionTypes;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The facts about a module that its bytes contain. Immutable, and independent of any engine. */
public final class ModuleInfo {
    /**
     * The steps that are counted as 1 ms: a third of what was measured, since a module is parsed twice and compiled.
     */
    private static final long LABEL_STEPS_PER_MILLI = 20_000;

    private final ModuleFacts facts;
    private final Set<Feature> features;

    /** Takes over the facts; the reader must not touch them again. */
    ModuleInfo(ModuleFacts facts, FeatureUse features) {
        this.facts = facts;
        this.features = Collections.unmodifiableSet(EnumSet.copyOf(features.met()));
    }

    /** The size of the module in bytes. */
    public long size() {
        return facts.size;
    }

    /** The imports, in the order of the module. */
    public List<Extern.Import> imports() {
        return Collections.unmodifiableList(facts.imports);
    }

    /** The exports, in the order of the module. */
    public List<Extern.Export> exports() {
        return Collections.unmodifiableList(facts.exports);
    }

    /** Returns the export with that name, if there is one. */
    public Optional<Extern.Export> export(String name) {
        return facts.exports.stream()
                .filter(export -> export.name().equals(name))
                .findFirst();
    }

    /** The memories, imported ones first. */
    public List<Extern.MemoryDemand> memories() {
        return Collections.unmodifiableList(facts.memories);
    }

    /** The tables, imported ones first. */
    public List<Extern.TableDemand> tables() {
        return Collections.unmodifiableList(facts.tables);
    }

    /** The number of imported functions; their indices come first. */
    public int importedFunctions() {
        return facts.importedFunctionTypes.size();
    }

    /** The number of functions that the module defines. */
    public int definedFunctions() {
        return facts.functionTypes.length;
    }

    /** Returns the size of a function, by its index among those that the module defines. */
    public FunctionSize functionSize(int definedFunction) {
        return facts.functionSizes[definedFunction];
    }

    /** The number of imported globals; their indices come first. */
    public int importedGlobals() {
        return facts.importedGlobals;
    }

    /** Whether a global holds an {@code i32}, by its index in the module's space of globals. */
    public boolean isIntGlobal(int global) {
        return facts.globalTypes.get(global).type() == ValueTypes.I32;
    }

    /** The number of globals that the module defines. */
    public int definedGlobals() {
        return facts.definedGlobals;
    }

    /** The index of the function that runs at instantiation, if there is one. */
    public OptionalLong startFunction() {
        return facts.startFunction;
    }

    public int dataSegments() {
        return facts.dataSegments;
    }

    public int elementSegments() {
        return facts.elementSegments;
    }

    /** The elements of all element segments together. */
    public long elements() {
        return facts.elements;
    }

    /** The bytes of all data segments together. */
    public long dataBytes() {
        return facts.dataBytes;
    }

    /** The instructions of all functions together. */
    public long instructions() {
        return facts.instructionsByFlow.values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Returns the number of instructions, in all functions together, after which control continues that way. */
    public long instructions(Opcode.Flow flow) {
        return facts.instructionsByFlow.getOrDefault(flow, 0L);
    }

    /** Labels, catch clauses and types that instructions list, all together: the source of long instructions. */
    public long listedOperands() {
        return facts.operands;
    }

    /**
     * The most time that the engine needs to look up the labels of branches and loops, in milliseconds. It takes a step
     * for each block that a branch leaves, and at the end of a loop one for each block before it in the same block,
     * which grows faster than the code.
     */
    public long labelMillis() {
        return facts.labelSteps / LABEL_STEPS_PER_MILLI;
    }

    /** The facts that the walk through code and data found. */
    public CodeFacts codeFacts() {
        return new CodeFacts(
                facts.functionSizes,
                facts.instructionsByFlow,
                facts.operands,
                facts.labelSteps,
                facts.dataBytes,
                features);
    }

    /** The parameters and locals of all functions together. */
    public long locals() {
        return Arrays.stream(facts.functionSizes)
                .mapToLong(FunctionSize::locals)
                .sum();
    }

    FunctionTypes functionTypes() {
        return facts.types;
    }

    ModuleFacts facts() {
        return facts;
    }

    /**
     * Whether it may have blocks with parameters, which came in the same proposal as functions with several results.
     */
    boolean hasBlocksWithParameters() {
        return features.contains(Feature.MULTI_VALUE);
    }

    /** The number of function types. */
    public int types() {
        return facts.types.size();
    }

    /** The entries of the declaring sections: types, imports, exports, globals, tables, memories, tags. */
    public long declarations() {
        return (long) facts.types.size()
                + facts.imports.size()
                + facts.exports.size()
                + facts.definedGlobals
                + facts.tables.size()
                + facts.tags;
    }

    /** The names of the custom sections, in order, with repetitions. The names are the module's own text. */
    public List<String> customSections() {
        return Collections.unmodifiableList(facts.customSections);
    }

    public boolean hasNameSection() {
        return facts.customSections.contains("name");
    }

    /** The names in the module's name section, if it has one. */
    public FunctionNames functionNames() {
        return facts.names;
    }

    /** The features that the module uses. */
    public Set<Feature> features() {
        return features;
    }

    /** Whether a function can regain control without a return. */
    public boolean unwinds() {
        return features.contains(Feature.EXCEPTIONS) || features.contains(Feature.TAIL_CALL);
    }

    /** The sections, in the order of the module. */
    public List<ModuleSection> sections() {
        return Collections.unmodifiableList(facts.sections);
    }

    /** Returns the section of that kind, if there is one; of several custom ones, the first. */
    public Optional<ModuleSection> section(ModuleSection.Id id) {
        return facts.section(id);
    }

    /**
     * Returns a reader that walks the functions of this module.
     *
     * @param bytes the module that was read, unchanged
     * @throws IllegalArgumentException if the bytes are not those that were read
     */
    public Optional<CodeReader> code(byte[] bytes) throws ModuleRefused {
        return code(bytes, LoadBudget.endless());
    }

    /**
     * Returns a reader that walks the functions of this module within a budget. The reader throws
     * {@link dev.airlock.sandbox.budget.LoadStopped} when the budget is used up.
     *
     * @param bytes the module that was read, unchanged
     * @throws IllegalArgumentException if the bytes are not those that were read
     */
    public Optional<CodeReader> code(byte[] bytes, LoadBudget budget) throws ModuleRefused {
        if (bytes.length != facts.size) {
            throw new IllegalArgumentException("these are not the bytes that were read");
        }
        Optional<ModuleSection> section = section(ModuleSection.Id.CODE);
        return section.isEmpty()
                ? Optional.empty()
                : Optional.of(new CodeReader(bytes, facts, section.get(), new FeatureUse(features), budget));
    }
}
