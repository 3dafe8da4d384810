package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Machine;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TableFactory;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.DataSegment;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.FunctionBody;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.Global;
import com.dylibso.chicory.wasm.types.Table;
import com.dylibso.chicory.wasm.types.TagType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The engine's constructor of instances. The engine's builder, the public way, copies every segment and looks every
 * import up by name each time, which takes longer than a small call.
 */
final class DirectInstance {
    private static final MethodType TYPE = MethodType.methodType(
            void.class,
            WasmModule.class,
            Global[].class,
            Memory[].class,
            DataSegment[].class,
            FunctionBody[].class,
            FunctionType[].class,
            int[].class,
            ImportValues.class,
            Table[].class,
            Element[].class,
            TagType[].class,
            Map.class,
            Function.class,
            TableFactory.class,
            GlobalFactory.class,
            boolean.class,
            boolean.class,
            ExecutionListener.class);

    private static final @Nullable MethodHandle CONSTRUCTOR = constructor();

    /** Whether this JVM gives access to it: not if the engine is a named module, or another version. */
    static final boolean IS_POSSIBLE = CONSTRUCTOR != null;

    private DirectInstance() {}

    /** The parts of an instance: the constructor's parameters, in their order. */
    @SuppressWarnings("ArrayRecordComponent") // handed on at once
    record Parts(
            WasmModule module,
            Global[] globals,
            Memory[] memories,
            DataSegment[] dataSegments,
            FunctionBody[] functions,
            FunctionType[] types,
            int[] functionTypes,
            ImportValues imports,
            Table[] tables,
            @Nullable Element[] elements,
            TagType @Nullable [] tags,
            Map<String, Export> exports,
            Function<Instance, Machine> machines,
            TableFactory tableFactory,
            GlobalFactory globalFactory) {}

    /** Returns an instance whose start function has run. */
    static Instance of(Parts parts) {
        if (CONSTRUCTOR == null) {
            throw new IllegalStateException("there is no such constructor");
        }
        try {
            return (Instance) CONSTRUCTOR.invokeExact(
                    parts.module,
                    parts.globals,
                    parts.memories,
                    parts.dataSegments,
                    parts.functions,
                    parts.types,
                    parts.functionTypes,
                    parts.imports,
                    parts.tables,
                    parts.elements,
                    parts.tags,
                    parts.exports,
                    parts.machines,
                    parts.tableFactory,
                    parts.globalFactory,
                    true,
                    false,
                    (ExecutionListener) null);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the constructor declares no checked exception", e);
        }
    }

    private static @Nullable MethodHandle constructor() {
        try {
            return MethodHandles.privateLookupIn(Instance.class, MethodHandles.lookup())
                    .findConstructor(Instance.class, TYPE);
        } catch (IllegalAccessException | NoSuchMethodException e) {
            return null;
        }
    }
}
