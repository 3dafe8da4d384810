package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.load.LoadBudget;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What a module is, as far as its bytes tell: immutable, and independent of any engine. */
public final class ModuleInfo {
    /** A third of what was measured, since a module is parsed twice and compiled. */
    private static final long LABEL_STEPS_PER_MILLI = 20_000;

    private final ModuleFacts facts;
    private final Set<Feature> features;

    /** Takes over the facts; the reader must not touch them again. */
    ModuleInfo(ModuleFacts facts, FeatureUse features) {
        this.facts = facts;
        this.features = Collections.unmodifiableSet(EnumSet.copyOf(features.met()));
    }

    /** Bytes of the module. */
    public long size() {
        return facts.size;
    }

    /** Imports, in the order of the module. */
    public List<Extern.Import> imports() {
        return Collections.unmodifiableList(facts.imports);
    }

    /** Exports, in the order of the module. */
    public List<Extern.Export> exports() {
        return Collections.unmodifiableList(facts.exports);
    }

    /** The export with that name, if there is one. */
    public Optional<Extern.Export> export(String name) {
        return facts.exports.stream()
                .filter(export -> export.name().equals(name))
                .findFirst();
    }

    /** Memories, imported ones first. */
    public List<Extern.MemoryDemand> memories() {
        return Collections.unmodifiableList(facts.memories);
    }

    /** Tables, imported ones first. */
    public List<Extern.TableDemand> tables() {
        return Collections.unmodifiableList(facts.tables);
    }

    /** Functions that are imported; their indices come first. */
    public int importedFunctions() {
        return facts.importedFunctionTypes.size();
    }

    /** Functions that the module defines. */
    public int definedFunctions() {
        return facts.functionTypes.length;
    }

    /** The size of a function, by its index among those that the module defines. */
    public FunctionSize functionSize(int definedFunction) {
        return facts.functionSizes[definedFunction];
    }

    /** Globals that are imported; their indices come first. */
    public int importedGlobals() {
        return facts.importedGlobals;
    }

    /** Whether a global holds an {@code i32}, by its index in the module's space of globals. */
    public boolean isIntGlobal(int global) {
        return facts.globalTypes.get(global).type() == ValueTypes.I32;
    }

    /** Globals that the module defines. */
    public int definedGlobals() {
        return facts.definedGlobals;
    }

    /** Index of the function that runs at instantiation, if there is one. */
    public OptionalLong startFunction() {
        return facts.startFunction;
    }

    public int dataSegments() {
        return facts.dataSegments;
    }

    public int elementSegments() {
        return facts.elementSegments;
    }

    /** Elements of all element segments together. */
    public long elements() {
        return facts.elements;
    }

    /** Bytes of all data segments together. */
    public long dataBytes() {
        return facts.dataBytes;
    }

    /** Instructions of all functions together. */
    public long instructions() {
        return facts.instructionsByFlow.values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Instructions of all functions together after which control goes on that way. */
    public long instructions(Opcode.Flow flow) {
        return facts.instructionsByFlow.getOrDefault(flow, 0L);
    }

    /** Labels, catch clauses and types that instructions list, all together: what makes one instruction long. */
    public long listedOperands() {
        return facts.operands;
    }

    /**
     * How long the engine looks for the labels of branches and loops at most, in milliseconds. It takes a step for each block that a
     * branch leaves, and at the end of a loop one for each block before it in the same block: more than grows with the code.
     */
    public long labelMillis() {
        return facts.labelSteps / LABEL_STEPS_PER_MILLI;
    }

    /** What the walk through code and data found. */
    public CodeFacts codeFacts() {
        return new CodeFacts(
                facts.functionSizes,
                facts.instructionsByFlow,
                facts.operands,
                facts.labelSteps,
                facts.dataBytes,
                features);
    }

    /** Parameters and locals of all functions together. */
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

    /** Whether it may have blocks with parameters, which came with functions of several results. */
    boolean hasBlocksWithParameters() {
        return features.contains(Feature.MULTI_VALUE);
    }

    /** Function types. */
    public int types() {
        return facts.types.size();
    }

    /** Entries of the sections that declare: types, imports, exports, globals, tables, memories, tags. */
    public long declarations() {
        return (long) facts.types.size()
                + facts.imports.size()
                + facts.exports.size()
                + facts.definedGlobals
                + facts.tables.size()
                + facts.tags;
    }

    /** Names of the custom sections, in order, repeated ones repeated. The names are the module's own text. */
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

    /** Whether control can come back to a function by another way than a return. */
    public boolean unwinds() {
        return features.contains(Feature.EXCEPTIONS) || features.contains(Feature.TAIL_CALL);
    }

    /** The sections in the order of the module. */
    public List<Section> sections() {
        return Collections.unmodifiableList(facts.sections);
    }

    /** The section of that kind, if there is one; of several custom ones, the first. */
    public Optional<Section> section(Section.Id id) {
        return facts.section(id);
    }

    /**
     * A walk through the functions of this module.
     *
     * @param bytes the module that was read, unchanged
     * @throws IllegalArgumentException if the bytes are not those that were read
     */
    public Optional<CodeReader> code(byte[] bytes) throws ModuleRefused {
        return code(bytes, LoadBudget.endless());
    }

    /**
     * A walk through the functions of this module, which throws {@link dev.airlock.sandbox.load.LoadStopped} when its time is
     * over.
     *
     * @param bytes the module that was read, unchanged
     * @throws IllegalArgumentException if the bytes are not those that were read
     */
    public Optional<CodeReader> code(byte[] bytes, LoadBudget budget) throws ModuleRefused {
        if (bytes.length != facts.size) {
            throw new IllegalArgumentException("these are not the bytes that were read");
        }
        Optional<Section> section = section(Section.Id.CODE);
        return section.isEmpty()
                ? Optional.empty()
                : Optional.of(new CodeReader(bytes, facts, section.get(), new FeatureUse(features), budget));
    }
}
