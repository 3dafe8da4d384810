package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.FunctionImport;
import com.dylibso.chicory.wasm.types.Import;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.engine.memory.Growth;
import dev.airlock.sandbox.engine.memory.MemoryImage;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.engine.parse.EngineSections;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state with which every instance of a module begins: the values of its globals, its tables with their element
 * segments, its memory with its data segments. It is computed once and never written. The start function has not run.
 *
 * @param globals two numbers for each of the module's own globals: the low half of its value and the high one
 * @param tables the elements of each table
 * @param memory the memory, if the module has one
 */
@SuppressWarnings("ArrayRecordComponent")
public // never handed out of the package, never written
record InitialState(long[] globals, List<int[]> tables, Optional<MemoryImage> memory) {
    private static final Machine NO_CODE = (function, arguments) -> {
        throw new IllegalStateException("an initial state is made without running code");
    };

    /**
     * Computes the state of a module.
     *
     * @param ownGlobals globals that the module's author wrote
     * @return empty if instances of it cannot be made from a template: it imports more than functions, or a segment
     *     does not fit, which every instance has to find out for itself
     */
    public static Optional<InitialState> of(WasmModule module, int ownGlobals) {
        if (!importsOnlyFunctions(module)) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(instance(module), ownGlobals));
        } catch (ChicoryException doesNotFit) {
            return Optional.empty();
        }
    }

    /** Returns the state of an instance, to which nothing may be written afterwards. */
    static InitialState of(Instance instance, int ownGlobals) {
        long[] globals = new long[2 * ownGlobals];
        for (int i = 0; i < ownGlobals; i++) {
            globals[2 * i] = instance.global(i).getValueLow();
            globals[2 * i + 1] = instance.global(i).getValueHigh();
        }
        List<int[]> tables = new ArrayList<>();
        for (int i = 0; i < instance.tableCount(); i++) {
            tables.add(((GuestTable) instance.table(i)).image());
        }
        Optional<MemoryImage> memory = Optional.ofNullable(instance.memory())
                .map(PagedMemory.class::cast)
                .map(PagedMemory::image);
        return new InitialState(globals, List.copyOf(tables), memory);
    }

    private static Instance instance(WasmModule module) {
        Growth unlimited = new Growth(LimitName.TABLE, 1, Long.MAX_VALUE);
        Instance[] owner = new Instance[1];
        return Instance.builder(EngineSections.copy(module).build())
                .withImportValues(imports(module))
                .withMachineFactory(instance -> {
                    owner[0] = instance;
                    return NO_CODE;
                })
                .withMemoryFactory(PagedMemory::ofNobody)
                .withTableFactory((table, initialValue) -> new GuestTable(owner[0], table, initialValue, unlimited))
                .withStart(false)
                .build();
    }

    private static boolean importsOnlyFunctions(WasmModule module) {
        for (int i = 0; i < module.importSection().importCount(); i++) {
            if (module.importSection().getImport(i).importType() != ExternalType.FUNCTION) {
                return false;
            }
        }
        return true;
    }

    private static ImportValues imports(WasmModule module) {
        var values = ImportValues.builder();
        for (int i = 0; i < module.importSection().importCount(); i++) {
            Import wanted = module.importSection().getImport(i);
            var type = module.typeSection().getType(((FunctionImport) wanted).typeIndex());
            values.addFunction(new com.dylibso.chicory.runtime.HostFunction(
                    wanted.module(), wanted.name(), type, (instance, arguments) -> NO_CODE.call(0, arguments)));
        }
        return values.build();
    }

    /** The pages of linear memory. */
    long pages() {
        return memory.map(MemoryImage::pages).orElse(0L);
    }

    /** The elements of all tables. */
    long elements() {
        return tables.stream().mapToLong(table -> table.length).sum();
    }

    /** The bytes of heap that it takes. */
    long heapBytes() {
        return memory.map(MemoryImage::heapBytes).orElse(0L)
                + Integer.BYTES * elements()
                + (long) Long.BYTES * globals.length;
    }

    public void write(DataOutputStream out) throws IOException {
        out.writeInt(globals.length);
        for (long half : globals) {
            out.writeLong(half);
        }
        out.writeInt(tables.size());
        for (int[] table : tables) {
            out.writeInt(table.length);
            for (int element : table) {
                out.writeInt(element);
            }
        }
        out.writeBoolean(memory.isPresent());
        if (memory.isPresent()) {
            memory.get().write(out);
        }
    }

    public static InitialState read(DataInputStream in) throws IOException {
        long[] globals = new long[in.readInt()];
        for (int i = 0; i < globals.length; i++) {
            globals[i] = in.readLong();
        }
        List<int[]> tables = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            int[] table = new int[in.readInt()];
            for (int i = 0; i < table.length; i++) {
                table[i] = in.readInt();
            }
            tables.add(table);
        }
        Optional<MemoryImage> memory = in.readBoolean() ? Optional.of(MemoryImage.read(in)) : Optional.empty();
        return new InitialState(globals, List.copyOf(tables), memory);
    }
}
