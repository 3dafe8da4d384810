package dev.airlock.sandbox.wasm;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.code.CodeFacts;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.code.ModuleFacts;
import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.FunctionNames;
import dev.airlock.sandbox.wasm.format.FunctionSize;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads a WebAssembly binary (core specification, section 5.5), and returns its facts or refuses it.
 *
 * <p>Reads every section and every instruction once. It checks the binary format, Airlock's limits and the features
 * that are admitted, and that no local or global index lies beyond the module's own, where the metering rewrite puts
 * its own. It does not check types: the engine validates the module before it is rewritten.
 */
public final class WasmModuleReader {
    private static final byte[] MAGIC = {0x00, 'a', 's', 'm'};
    private static final int MODULE_VERSION = 1;

    /** The bytes of a component in place of a module's version: version 13, layer 1. */
    private static final int COMPONENT_VERSION = 0x0001_000D;

    private final byte[] bytes;
    private final ByteReader in;
    private final FeatureUse features;
    private final ModuleFacts facts;
    private final DeclarationReader declarations;
    private final SegmentReader segments;
    private final Optional<CodeFacts> known;
    private Optional<CodeFacts> taken = Optional.empty();

    private WasmModuleReader(
            byte[] bytes, ModuleLimits limits, Set<Feature> admitted, LoadBudget budget, Optional<CodeFacts> known) {
        this.known = known;
        this.bytes = bytes;
        this.in = new ByteReader(bytes, 0, bytes.length);
        this.features = new FeatureUse(admitted);
        this.facts = new ModuleFacts(limits, bytes.length, budget);
        this.declarations = new DeclarationReader(in, features, facts);
        this.segments = new SegmentReader(in, features, facts);
    }

    /** Reads a module that may use the features that Airlock admits. */
    public static ModuleInfo read(byte[] bytes, ModuleLimits limits) throws ModuleRefused {
        return read(bytes, limits, Feature.admitted());
    }

    /**
     * Reads a module that may use the features that Airlock admits, within a budget.
     *
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public static ModuleInfo read(byte[] bytes, ModuleLimits limits, LoadBudget budget) throws ModuleRefused {
        return new WasmModuleReader(bytes, limits, Feature.admitted(), budget, Optional.empty()).read();
    }

    /**
     * Reads a module whose code and data were walked before. They are not walked again, unless something would be
     * refused.
     *
     * @param known the result of {@link ModuleInfo#codeFacts} for these very bytes
     * @throws dev.airlock.sandbox.budget.LoadStopped if the budget does not last
     */
    public static ModuleInfo read(byte[] bytes, ModuleLimits limits, LoadBudget budget, CodeFacts known)
            throws ModuleRefused {
        return new WasmModuleReader(bytes, limits, Feature.admitted(), budget, Optional.of(known)).read();
    }

    /**
     * Reads a module that may use other features than Airlock admits.
     *
     * @param admitted a subset of {@link Feature#decoded()}
     */
    public static ModuleInfo read(byte[] bytes, ModuleLimits limits, Set<Feature> admitted) throws ModuleRefused {
        if (!Feature.decoded().containsAll(admitted)) {
            throw new IllegalArgumentException("only decoded features can be admitted");
        }
        return new WasmModuleReader(bytes, limits, admitted, LoadBudget.endless(), Optional.empty()).read();
    }

    private ModuleInfo read() throws ModuleRefused {
        ModuleRefused.checkLimit(0, LimitName.MODULE, "bytes", facts.limits.moduleBytes(), bytes.length);
        readPreamble();
        features.meet(Feature.CORE_1, 0, "module");
        ModuleSection.Id latest = null;
        while (in.hasMore()) {
            facts.budget.check();
            ModuleSection section = readSectionHeader();
            if (section.id() != ModuleSection.Id.CUSTOM) {
                if (latest != null && section.id().compareTo(latest) <= 0) {
                    throw ModuleRefused.malformed(section.start(), "unexpected content after last section");
                }
                latest = section.id();
            }
            readSection(section);
        }
        checkCounts();
        return new ModuleInfo(facts, features);
    }

    private void readPreamble() throws ModuleRefused {
        if (bytes.length < MAGIC.length || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw ModuleRefused.malformed(0, "magic header not detected, this is not a WebAssembly file");
        }
        in.skip(MAGIC.length);
        int version = in.u8() | in.u8() << 8 | in.u8() << 16 | in.u8() << 24;
        if (version == COMPONENT_VERSION) {
            throw ModuleRefused.feature(MAGIC.length, Feature.COMPONENT_MODEL, "component");
        }
        if (version != MODULE_VERSION) {
            throw ModuleRefused.malformed(
                    MAGIC.length, String.format(Locale.ROOT, "unknown binary version 0x%08x", version));
        }
    }

    private ModuleSection readSectionHeader() throws ModuleRefused {
        int start = in.position();
        int number = in.u8();
        ModuleSection.Id id = ModuleSection.Id.ofNumber(number)
                .orElseThrow(() -> ModuleRefused.malformed(start, "malformed section id " + number));
        int size = in.count(1, "bytes of a section");
        return new ModuleSection(id, start, in.position(), in.position() + size);
    }

    private void readSection(ModuleSection section) throws ModuleRefused {
        facts.sections.add(section);
        ModuleRefused.checkLimit(
                section.start(), LimitName.MODULE, "sections", ModuleLimits.ENTRIES_PER_SECTION, facts.sections.size());
        in.moveTo(section.contentStart(), section.end());
        switch (section.id()) {
            case CUSTOM -> readCustom(section);
            case TYPE -> declarations.readTypes();
            case IMPORT -> declarations.readImports();
            case FUNCTION -> declarations.readFunctions();
            case TABLE -> declarations.readTables();
            case MEMORY -> declarations.readMemories();
            case TAG -> declarations.readTags();
            case GLOBAL -> segments.readGlobals();
            case EXPORT -> declarations.readExports();
            case START -> declarations.readStart();
            case ELEMENT -> segments.readElements();
            case DATA_COUNT -> facts.dataCount = OptionalLong.of(in.u32());
            case CODE -> readCode(section);
            case DATA -> readData();
        }
        if (in.hasMore()) {
            throw ModuleRefused.malformed(in.position(), "section size mismatch");
        }
        in.moveTo(section.end(), bytes.length);
    }

    private void readCustom(ModuleSection section) throws ModuleRefused {
        String name = in.name();
        facts.customSections.add(name);
        if (name.equals("name")) {
            byte[] content = Arrays.copyOfRange(bytes, in.position(), section.end());
            facts.names = new FunctionNames(content, facts.limits.functions());
        }
        in.moveTo(section.end(), section.end());
    }

    private void readCode(ModuleSection section) throws ModuleRefused {
        if (known.filter(code -> code.areWithin(facts, features)).isPresent()) {
            take(known.get(), section);
            return;
        }
        CodeReader code = new CodeReader(bytes, facts, section, features, facts.budget);
        facts.functionSizes = new FunctionSize[facts.functionTypes.length];
        while (code.nextFunction()) {
            while (code.nextInstruction()) {
                // The walk itself is the check.
            }
            facts.functionSizes[code.function()] = new FunctionSize(
                    code.locals(),
                    code.mostOperands(),
                    code.deepestBlocks(),
                    code.bodyEnd() - code.codeStart(),
                    code.handlers());
        }
        facts.instructionsByFlow = code.instructionsByFlow();
        facts.operands = code.listedOperands();
        facts.labelSteps = code.labelSteps();
        in.moveTo(section.end(), section.end());
    }

    private void readData() throws ModuleRefused {
        if (taken.isPresent()) {
            segments.takeData(taken.get().dataBytes());
        } else {
            segments.readData();
        }
    }

    private void take(CodeFacts code, ModuleSection section) {
        taken = Optional.of(code);
        facts.functionSizes = code.sizes();
        facts.instructionsByFlow = code.instructionsByFlow();
        facts.operands = code.listedOperands();
        facts.labelSteps = code.labelSteps();
        features.met().addAll(code.features());
        in.moveTo(section.end(), section.end());
    }

    private void checkCounts() throws ModuleRefused {
        if (facts.functionTypes.length > 0
                && facts.section(ModuleSection.Id.CODE).isEmpty()) {
            throw ModuleRefused.malformed(bytes.length, "function and code section have inconsistent lengths");
        }
        if (facts.dataCount.isPresent() && facts.dataCount.getAsLong() != facts.dataSegments) {
            throw ModuleRefused.malformed(bytes.length, "data count and data section have inconsistent lengths");
        }
    }
}
