package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.Export;
import com.dylibso.chicory.wasm.types.ExternalType;
import com.dylibso.chicory.wasm.types.ValType;
import com.dylibso.chicory.wasm.types.Value;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import java.util.BitSet;
import java.util.Optional;

/**
 * The state of an instance after it has run code, with which other instances of its module may begin: globals, tables,
 * memory, and which passive segments were dropped. All of them share it, and none writes it. It belongs to the process
 * that made it and is never kept, since it contains the outcome of one run, such as random numbers.
 */
public final class Snapshot {
    private final InitialState state;
    private final BitSet droppedData;
    private final BitSet droppedElements;

    private Snapshot(InitialState state, BitSet droppedData, BitSet droppedElements) {
        this.state = state;
        this.droppedData = droppedData;
        this.droppedElements = droppedElements;
    }

    /**
     * Takes over the state of an instance that will not run any more.
     *
     * @param ownGlobals globals that the module's author wrote
     */
    public static Snapshot of(Instance instance, int ownGlobals) {
        BitSet elements = new BitSet();
        for (int i = 0; i < instance.elementCount(); i++) {
            elements.set(i, instance.element(i) == null);
        }
        BitSet data = instance.memory() == null ? new BitSet() : ((PagedMemory) instance.memory()).droppedSegments();
        return new Snapshot(InitialState.of(instance, ownGlobals), data, elements);
    }

    /**
     * Returns the part of an instance's state that has no meaning in another one, by name: a reference that only the
     * host can resolve.
     */
    public static Optional<String> obstacle(Instance instance, int ownGlobals) {
        for (int i = 0; i < ownGlobals; i++) {
            ValType type = instance.global(i).getType();
            if (isOpaque(type) && (int) instance.global(i).getValueLow() != Value.REF_NULL_VALUE) {
                return Optional.of(
                        "global " + name(instance.module(), ExternalType.GLOBAL, i) + " holds an " + word(type));
            }
        }
        for (int i = 0; i < instance.tableCount(); i++) {
            ValType type = instance.table(i).elementType();
            for (int element : isOpaque(type) ? ((GuestTable) instance.table(i)).image() : new int[0]) {
                if (element != Value.REF_NULL_VALUE) {
                    return Optional.of(
                            "table " + name(instance.module(), ExternalType.TABLE, i) + " holds an " + word(type));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isOpaque(ValType type) {
        return type.isReference() && (isExternal(type) || type.typeIdx() == ValType.ExnRef.typeIdx());
    }

    private static boolean isExternal(ValType type) {
        return type.typeIdx() == ValType.ExternRef.typeIdx();
    }

    private static String word(ValType type) {
        return isExternal(type) ? "externref" : "exnref";
    }

    private static String name(WasmModule module, ExternalType kind, int index) {
        for (int i = 0; i < module.exportSection().exportCount(); i++) {
            Export export = module.exportSection().getExport(i);
            if (export.exportType() == kind && export.index() == index) {
                return index + " (" + export.name() + ")";
            }
        }
        return Integer.toString(index);
    }

    /** The pages of linear memory with which each instance begins. */
    public long pages() {
        return state.pages();
    }

    /** The elements of tables with which each instance begins. */
    public long elements() {
        return state.elements();
    }

    /** The bytes of heap that it takes while it is kept. */
    public long heapBytes() {
        return state.heapBytes();
    }

    InitialState state() {
        return state;
    }

    boolean isDroppedData(int segment) {
        return droppedData.get(segment);
    }

    boolean isDroppedElement(int segment) {
        return droppedElements.get(segment);
    }
}
