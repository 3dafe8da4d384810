package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ActiveDataSegment;
import com.dylibso.chicory.wasm.types.ActiveElement;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Global;
import com.dylibso.chicory.wasm.types.Instruction;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.OpCode;
import com.dylibso.chicory.wasm.types.PassiveDataSegment;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TagSection;
import com.dylibso.chicory.wasm.types.TagType;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.frame.GuestFrames;
import dev.airlock.sandbox.engine.memory.FlatParts;
import dev.airlock.sandbox.engine.memory.Growth;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.engine.parse.EngineSections;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes instances of one module, each in the module's initial state. The parts that instances have in common are
 * computed once and shared; a part that an instance can write is its own from its first write on. Thread-safe.
 */
public final class InstanceTemplate {
    private static final Instruction ZERO = new Instruction(-1, OpCode.I32_CONST, new long[] {0});

    private final WasmModule module;
    private final InitialState state;
    private final Global[] globals;
    private final @Nullable MemoryLimits memory;
    private final @Nullable FlatParts flatParts;
    private final DataSegment[] dataSegments;
    private final FunctionBody[] functions;
    private final FunctionType[] types;
    private final int[] functionTypes;
    private final Table[] tables;
    private final Element[] elements;
    private final TagType @Nullable [] tags;
    private final Map<String, Export> exports;

    private InstanceTemplate(WasmModule module, InitialState state, Optional<Snapshot> snapshot) {
        this.module = module;
        this.state = state;
        this.globals = globals(module);
        this.memory = state.memory().isPresent()
                ? module.memorySection().orElseThrow().getMemory(0).limits()
                : null;
        this.flatParts = state.memory().map(FlatParts::new).orElse(null);
        this.dataSegments = dataSegments(module, snapshot);
        this.functions = module.codeSection().functionBodies();
        this.types = module.typeSection().types();
        this.functionTypes = functionTypes(module);
        this.tables = tables(module);
        this.elements = elements(module, snapshot);
        this.tags = module.tagSection().map(TagSection::types).orElse(null);
        this.exports = exports(module);
    }

    /** Returns a template; empty if the engine is another version than the one that this class was made for. */
    public static Optional<InstanceTemplate> of(WasmModule module, InitialState state) {
        return DirectInstance.IS_POSSIBLE
                ? Optional.of(new InstanceTemplate(module, state, Optional.empty()))
                : Optional.empty();
    }

    /**
     * Returns a template for instances that begin where another one ended; the start function, which that one ran, does
     * not run.
     */
    public static InstanceTemplate of(WasmModule module, Snapshot snapshot) {
        return new InstanceTemplate(EngineSections.copy(module).build(), snapshot.state(), Optional.of(snapshot));
    }

    /**
     * Returns a fresh instance whose start function has run.
     *
     * @param imports a function for each import, in the order of the module
     */
    public Instance instantiate(
            CallScope scope,
            ImportFunction[] imports,
            Growth memoryGrowth,
            Growth tableGrowth,
            BiFunction<Instance, GuestFrames, Machine> machines,
            int globalFields,
            GuestFrames frames) {
        Parts parts = new Parts(machines, frames, tableGrowth);
        return DirectInstance.of(new DirectInstance.Parts(
                module,
                globals,
                memory(scope, memoryGrowth),
                dataSegments.length == 0 ? dataSegments : dataSegments.clone(),
                functions,
                types,
                functionTypes,
                ImportValues.builder().addFunction(imports).build(),
                tables,
                elements,
                tags,
                exports,
                parts::machine,
                parts::table,
                new HiddenGlobals(scope, state.globals(), globalFields)));
    }

    private Memory[] memory(CallScope scope, Growth growth) {
        return memory == null || flatParts == null
                ? new Memory[0]
                : new Memory[] {PagedMemory.of(scope, memory, growth, flatParts)};
    }

    /**
     * The parts of one instance that the engine asks for one by one: its machine first, then its tables in their order.
     */
    private final class Parts {
        private final BiFunction<Instance, GuestFrames, Machine> machines;
        private final GuestFrames frames;
        private final Growth growth;
        private @Nullable Instance instance;
        private int nextTable;

        Parts(BiFunction<Instance, GuestFrames, Machine> machines, GuestFrames frames, Growth growth) {
            this.machines = machines;
            this.frames = frames;
            this.growth = growth;
        }

        Machine machine(Instance made) {
            instance = made;
            return machines.apply(made, frames);
        }

        GuestTable table(Table table, int initialValue) {
            if (instance == null) {
                throw new IllegalStateException("the engine makes the machine first");
            }
            return GuestTable.beginningWith(state.tables().get(nextTable++), instance, table, growth);
        }
    }

    /** Returns globals with a value that costs nothing to compute; the image has the true one. */
    private static Global[] globals(WasmModule module) {
        return Arrays.stream(module.globalSection().globals())
                .map(global -> new Global(global.valueType(), global.mutabilityType(), List.of(ZERO)))
                .toArray(Global[]::new);
    }

    /**
     * Returns the segments that code may still use: an active one counts as dropped (section 4.5.4). Without a data
     * count section no instruction can name a segment (section 5.5.16).
     */
    private static DataSegment[] dataSegments(WasmModule module, Optional<Snapshot> snapshot) {
        if (module.dataCountSection().isEmpty()) {
            return new DataSegment[0];
        }
        DataSegment[] segments = module.dataSection().dataSegments();
        for (int i = 0; i < segments.length; i++) {
            int segment = i;
            boolean isDropped = segments[i] instanceof ActiveDataSegment
                    || snapshot.filter(taken -> taken.isDroppedData(segment)).isPresent();
            segments[i] = isDropped ? PassiveDataSegment.EMPTY : segments[i];
        }
        return segments;
    }

    /** Returns the segments that code may still use, each at its index. */
    private static @Nullable Element[] elements(WasmModule module, Optional<Snapshot> snapshot) {
        Element[] elements = module.elementSection().elements();
        @Nullable Element[] left = new Element[elements.length];
        for (int i = 0; i < elements.length; i++) {
            int segment = i;
            boolean isDropped = elements[i] instanceof ActiveElement
                    || snapshot.filter(taken -> taken.isDroppedElement(segment)).isPresent();
            left[i] = isDropped ? null : elements[i];
        }
        return left;
    }

    private static int[] functionTypes(WasmModule module) {
        int imported = module.importSection().count(ExternalType.FUNCTION);
        int[] types = new int[imported + module.functionSection().functionCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = i < imported
                    ? ((FunctionImport) module.importSection().getImport(i)).typeIndex()
                    : module.functionSection().getFunctionType(i - imported);
        }
        return types;
    }

    private static Table[] tables(WasmModule module) {
        Table[] tables = new Table[module.tableSection().tableCount()];
        for (int i = 0; i < tables.length; i++) {
            Table table = module.tableSection().getTable(i);
            tables[i] = new Table(table.elementType(), table.limits(), List.of(ZERO));
        }
        return tables;
    }

    private static Map<String, Export> exports(WasmModule module) {
        Map<String, Export> exports = new HashMap<>();
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            Export export = module.exportSection().getExport(i);
            exports.put(export.name(), export);
        }
        return exports;
    }
}
