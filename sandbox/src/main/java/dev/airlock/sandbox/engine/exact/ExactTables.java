package dev.airlock.sandbox.engine.exact;

import com.dylibso.chicory.runtime.ConstantEvaluators;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TableInstance;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.types.ActiveElement;
import com.dylibso.chicory.wasm.types.Element;
import com.dylibso.chicory.wasm.types.PassiveElement;
import org.jspecify.annotations.Nullable;

/**
 * The instructions on a range of a table (core specification, section 4.4.6), and the active element segments (section
 * 4.5.4). Each checks its ranges first, in 64 bits, even for a length of zero; the engine adds signed 32-bit numbers.
 *
 * <p>The parameters are in the order in which the engine's compiler pushes them. Public only for the JVM.
 */
public final class ExactTables {
    private static final String OUT_OF_BOUNDS = "out of bounds table access";

    private ExactTables() {}

    /** {@code table.fill}. */
    public static void fill(int offset, int value, int size, int tableIndex, Instance instance) {
        TableInstance table = instance.table(tableIndex);
        check(offset, size, table.size());
        for (int i = 0; i < size; i++) {
            table.setRef(offset + i, value, instance);
        }
    }

    /** {@code table.copy}. */
    public static void copy(int to, int from, int size, int toTable, int fromTable, Instance instance) {
        TableInstance source = instance.table(fromTable);
        TableInstance target = instance.table(toTable);
        check(from, size, source.size());
        check(to, size, target.size());
        boolean forwards = to <= from;
        for (int done = 0; done < size; done++) {
            int i = forwards ? done : size - 1 - done;
            target.setRef(to + i, source.ref(from + i), source.instance(from + i));
        }
    }

    /** {@code table.init}; a segment that was dropped, or is not passive, is empty. */
    public static void init(int to, int from, int size, int segment, int tableIndex, Instance instance) {
        TableInstance table = instance.table(tableIndex);
        @Nullable
        PassiveElement elements = instance.element(segment) instanceof PassiveElement passive ? passive : null;
        check(from, size, elements == null ? 0 : elements.elementCount());
        check(to, size, table.size());
        for (int i = 0; i < size && elements != null; i++) {
            table.setRef(to + i, value(instance, elements, from + i), instance);
        }
    }

    private static int value(Instance instance, Element segment, int index) {
        return (int)
                ConstantEvaluators.computeConstantValue(
                        instance, segment.initializers().get(index))[0];
    }

    /**
     * Checks that each active element segment of an instance fits its table as it is at the start.
     *
     * @throws UninstantiableException if one does not
     */
    public static void checkActiveSegments(Instance instance) {
        for (int i = 0; i < instance.elementCount(); i++) {
            if (instance.element(i) instanceof ActiveElement segment) {
                int offset = (int) ConstantEvaluators.computeConstantValue(instance, segment.offset())[0];
                if (!fits(
                        offset,
                        segment.elementCount(),
                        instance.table(segment.tableIndex()).size())) {
                    throw new UninstantiableException(OUT_OF_BOUNDS);
                }
            }
        }
    }

    private static void check(int offset, int size, int available) {
        if (!fits(offset, size, available)) {
            throw new WasmRuntimeException(OUT_OF_BOUNDS);
        }
    }

    private static boolean fits(int offset, int size, int available) {
        return Integer.toUnsignedLong(offset) + Integer.toUnsignedLong(size) <= available;
    }
}
