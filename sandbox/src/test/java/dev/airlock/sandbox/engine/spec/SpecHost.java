package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportGlobal;
import com.dylibso.chicory.runtime.ImportMemory;
import com.dylibso.chicory.runtime.ImportTable;
import com.dylibso.chicory.runtime.Store;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TableLimits;
import com.dylibso.chicory.wasm.types.ValType;
import com.dylibso.chicory.wasm.types.Value;
import dev.airlock.sandbox.engine.Instances;
import java.util.List;

/** The module {@code spectest} that the suite's scripts import from, new for each script. */
final class SpecHost {
    private static final String MODULE = "spectest";
    private static final long NULL_REFERENCE = -1;

    private SpecHost() {}

    /** Returns the module; compiled code that uses its memory charges the gauge. */
    static Store store(FuelGauge gauge) {
        Store store = new Store();
        print(store, "print");
        print(store, "print_i32", ValType.I32);
        print(store, "print_i64", ValType.I64);
        print(store, "print_f32", ValType.F32);
        print(store, "print_f64", ValType.F64);
        print(store, "print_i32_f32", ValType.I32, ValType.F32);
        print(store, "print_f64_f64", ValType.F64, ValType.F64);
        store.addGlobal(
                global("global_i32", Value.i32(666)),
                global("global_i64", Value.i64(666)),
                global("global_f32", Value.fromFloat(666.6f)),
                global("global_f64", Value.fromDouble(666.6)));
        store.addMemory(new ImportMemory(MODULE, "memory", Instances.memory(gauge.open(), new MemoryLimits(1, 2))));
        Table table = new Table(ValType.FuncRef, new TableLimits(10, 20));
        store.addTable(new ImportTable(MODULE, "table", new TableInstance(table, (int) NULL_REFERENCE)));
        return store;
    }

    private static void print(Store store, String name, ValType... parameters) {
        store.addFunction(new HostFunction(
                MODULE, name, FunctionType.of(List.of(parameters), List.of()), (instance, args) -> null));
    }

    private static ImportGlobal global(String name, Value value) {
        return new ImportGlobal(MODULE, name, new GlobalInstance(value));
    }
}
