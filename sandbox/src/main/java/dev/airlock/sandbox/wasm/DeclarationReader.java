package dev.airlock.sandbox.wasm;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.wasm.code.ModuleFacts;
import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.Extern;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.HashSet;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads the sections that declare the parts of a module: types, imports, functions, tables, memories, tags, exports,
 * start.
 */
final class DeclarationReader {
    private final ByteReader in;
    private final FeatureUse features;
    private final ModuleFacts facts;

    DeclarationReader(ByteReader in, FeatureUse features, ModuleFacts facts) {
        this.in = in;
        this.features = features;
        this.facts = facts;
    }

    private int entries(int bytesEach, String things) throws ModuleRefused {
        return entries(in, bytesEach, things);
    }

    /** Reads the length of a vector whose entries have no limit of their own. */
    static int entries(ByteReader in, int bytesEach, String things) throws ModuleRefused {
        int at = in.position();
        int count = in.count(bytesEach, things);
        ModuleRefused.checkLimit(at, LimitName.MODULE, things, ModuleLimits.ENTRIES_PER_SECTION, count);
        return count;
    }

    void readTypes() throws ModuleRefused {
        int count = entries(3, "types");
        for (int i = 0; i < count; i++) {
            facts.types.read(in, features);
        }
    }

    void readImports() throws ModuleRefused {
        int count = entries(4, "imports");
        for (int i = 0; i < count; i++) {
            String module = in.name();
            String name = in.name();
            Extern.Kind kind = Extern.Kind.read(in);
            String type = switch (kind) {
                case FUNCTION -> importedFunction();
                case TABLE -> describe(readTable(true));
                case MEMORY -> describe(readMemory(true));
                case GLOBAL -> importedGlobal();
                case TAG -> readTag();
            };
            facts.imports.add(new Extern.Import(module, name, kind, type));
        }
    }

    private String importedFunction() throws ModuleRefused {
        int type = typeIndex();
        facts.importedFunctionTypes.add(type);
        return facts.types.signature(type);
    }

    private String importedGlobal() throws ModuleRefused {
        facts.importedGlobals++;
        return globalType(in, features, facts);
    }

    /** Reads a global's type, for example {@code mut i32}. */
    static String globalType(ByteReader in, FeatureUse features, ModuleFacts facts) throws ModuleRefused {
        byte typeByte = (byte) in.peek();
        String type = ValueTypes.read(in, features);
        int at = in.position();
        int mutability = in.u8();
        if (mutability > 1) {
            throw ModuleRefused.malformed(at, "malformed mutability");
        }
        facts.globalTypes.add(new ModuleFacts.GlobalType(typeByte, mutability == 1));
        return mutability == 1 ? "mut " + type : type;
    }

    private int typeIndex() throws ModuleRefused {
        int at = in.position();
        long type = in.u32();
        if (type >= facts.types.size()) {
            throw ModuleRefused.malformed(at, "unknown type " + type);
        }
        return (int) type;
    }

    void readFunctions() throws ModuleRefused {
        int at = in.position();
        int count = in.count(1, "functions");
        ModuleRefused.checkLimit(at, LimitName.FUNCTIONS, "functions", facts.limits.functions(), count);
        facts.functionTypes = new int[count];
        for (int i = 0; i < count; i++) {
            facts.functionTypes[i] = typeIndex();
        }
    }

    void readTables() throws ModuleRefused {
        int count = entries(3, "tables");
        for (int i = 0; i < count; i++) {
            readTable(false);
        }
    }

    private Extern.TableDemand readTable(boolean imported) throws ModuleRefused {
        int at = in.position();
        int first = in.u8();
        if (first == 0x40 && !imported) {
            throw ModuleRefused.feature(at, Feature.FUNCTION_REFERENCES, "table with an initial value");
        }
        in.moveTo(at, in.limit());
        String elementType = ValueTypes.readReference(in, features);
        int limitsAt = in.position();
        int flags = in.u8();
        refuseOtherLimits(limitsAt, flags, "table");
        long min = in.u32();
        OptionalLong max = (flags & 1) == 1 ? OptionalLong.of(in.u32()) : OptionalLong.empty();
        Extern.TableDemand table = new Extern.TableDemand(elementType, min, max, imported);
        facts.tables.add(table);
        return table;
    }

    void readMemories() throws ModuleRefused {
        int count = entries(2, "memories");
        for (int i = 0; i < count; i++) {
            readMemory(false);
        }
    }

    private Extern.MemoryDemand readMemory(boolean imported) throws ModuleRefused {
        int at = in.position();
        if (!facts.memories.isEmpty()) {
            throw ModuleRefused.feature(at, Feature.MULTI_MEMORY, "a second memory");
        }
        int flags = in.u8();
        refuseOtherLimits(at, flags, "memory");
        long min = in.u32();
        OptionalLong max = (flags & 1) == 1 ? OptionalLong.of(in.u32()) : OptionalLong.empty();
        Extern.MemoryDemand memory = new Extern.MemoryDemand(min, max, imported);
        facts.memories.add(memory);
        return memory;
    }

    /** Bits of a limits byte: 1 has a maximum, 2 shared, 4 sixty-four bit, 8 custom page size. */
    private static void refuseOtherLimits(int at, int flags, String what) throws ModuleRefused {
        if (flags > 0x0F) {
            throw ModuleRefused.malformed(
                    at, String.format(Locale.ROOT, "malformed limits flags 0x%02x of a %s", flags, what));
        }
        if ((flags & 0x08) != 0) {
            throw ModuleRefused.feature(at, Feature.CUSTOM_PAGE_SIZES, what + " with its own page size");
        }
        if ((flags & 0x04) != 0) {
            throw ModuleRefused.feature(at, Feature.MEMORY64, "64-bit " + what);
        }
        if ((flags & 0x02) != 0) {
            throw ModuleRefused.feature(at, Feature.THREADS, "shared " + what);
        }
    }

    void readTags() throws ModuleRefused {
        int count = entries(2, "tags");
        for (int i = 0; i < count; i++) {
            readTag();
        }
    }

    private String readTag() throws ModuleRefused {
        int at = in.position();
        if (in.u8() != 0) {
            throw ModuleRefused.malformed(at, "malformed tag attribute");
        }
        features.meet(Feature.EXCEPTIONS, at, "tag");
        facts.tags++;
        int type = typeIndex();
        facts.tagTypes.add(type);
        return facts.types.signature(type);
    }

    void readExports() throws ModuleRefused {
        int count = entries(3, "exports");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            int nameAt = in.position();
            String name = in.name();
            if (!names.add(name)) {
                throw ModuleRefused.malformed(nameAt, "two exports have the same name");
            }
            Extern.Kind kind = Extern.Kind.read(in);
            int at = in.position();
            long index = in.u32();
            if (index >= size(kind)) {
                throw ModuleRefused.malformed(at, "unknown " + kind.text() + " " + index + " is exported");
            }
            String type = kind == Extern.Kind.FUNCTION ? facts.types.signature(facts.typeOfFunction((int) index)) : "";
            facts.exports.add(new Extern.Export(name, kind, index, type));
        }
    }

    private long size(Extern.Kind kind) {
        return switch (kind) {
            case FUNCTION -> facts.functions();
            case TABLE -> facts.tables.size();
            case MEMORY -> facts.memories.size();
            case GLOBAL -> facts.globals();
            case TAG -> facts.tags;
        };
    }

    void readStart() throws ModuleRefused {
        int at = in.position();
        long function = in.u32();
        if (function >= facts.functions()) {
            throw ModuleRefused.malformed(at, "unknown function " + function + " as the start function");
        }
        facts.startFunction = OptionalLong.of(function);
    }

    private static String describe(Extern.MemoryDemand memory) {
        return "memory of " + range(memory.minPages(), memory.maxPages()) + " pages";
    }

    private static String describe(Extern.TableDemand table) {
        return "table of " + range(table.minElements(), table.maxElements()) + " " + table.elementType();
    }

    private static String range(long min, OptionalLong max) {
        return max.isPresent() ? min + " to " + max.getAsLong() : min + " or more";
    }
}
