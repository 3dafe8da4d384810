package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import org.jspecify.annotations.Nullable;

/**
 * Makes the globals of one instance: the module's own as they are, and after them the three hidden ones of a metered
 * module, through which the guest accounts for its work.
 */
public final class HiddenGlobals implements GlobalFactory {
    private final CallScope scope;
    private final int own;
    private final int fields;
    private final long @Nullable [] image;
    private int made;

    /**
     * Makes globals with the values that the engine computes.
     *
     * @param own the number of globals that the module itself defines
     * @param fields the number of them, from the first on, that code finds as fields of its memory
     */
    public HiddenGlobals(CallScope scope, int own, int fields) {
        this(scope, own, fields, null);
    }

    /** Makes globals with the values of an image, two for each of the module's own: the low half and the high one. */
    HiddenGlobals(CallScope scope, long[] image, int fields) {
        this(scope, image.length / 2, fields, image);
    }

    private HiddenGlobals(CallScope scope, int own, int fields, long @Nullable [] image) {
        this.scope = scope;
        this.own = own;
        this.fields = fields;
        this.image = image;
    }

    @Override
    public GlobalInstance create(long low, long high, ValType type, MutabilityType mutability) {
        int index = made++;
        if (index < own) {
            return image == null
                    ? own(index, low, high, type, mutability)
                    : own(index, image[2 * index], image[2 * index + 1], type, mutability);
        }
        return switch (index - own) {
            case 0 -> new Fuel(scope);
            case 1 -> new Stack(scope);
            default -> new StackRestore(scope);
        };
    }

    private GlobalInstance own(int index, long low, long high, ValType type, MutabilityType mutability) {
        return index < fields
                ? new FieldGlobal(index, low, high, type, mutability)
                : new GlobalInstance(low, high, type, mutability);
    }

    /**
     * A write of {@code n} charges {@code n} units. A write of {@code -n} also charges {@code n} units, but does not
     * check the rest.
     */
    private static final class Fuel extends GlobalInstance {
        private final CallScope scope;

        Fuel(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
        }

        @Override
        public void setValue(long units) {
            scope.counters().account(units);
        }
    }

    /** A write of {@code n} takes {@code n} bytes; a read returns the rest. */
    private static final class Stack extends GlobalInstance {
        /** How much deeper the stack gets before more heap is requested for it. */
        private static final long STEP = CallDemand.FIRST_STACK;

        private final CallScope scope;
        private long leftUntilMore;

        Stack(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
            this.leftUntilMore = scope.counters().stackLeft() - STEP;
        }

        /** Only interpreted functions come here; they are the ones with frames on the heap. */
        @Override
        public void setValue(long bytes) {
            scope.counters().takeStack(bytes);
            long left = scope.counters().stackLeft();
            if (left < leftUntilMore) {
                scope.memory().add(CallMemory.Use.FRAMES, CallDemand.frames(leftUntilMore - left + STEP));
                leftUntilMore = left - STEP;
            }
        }

        @Override
        public long getValue() {
            return scope.counters().stackLeft();
        }

        /** The value that the engine's interpreter reads. */
        @Override
        public long getValueLow() {
            return getValue();
        }
    }

    /** A write of {@code n} leaves {@code n} bytes. */
    private static final class StackRestore extends GlobalInstance {
        private final CallScope scope;

        StackRestore(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
        }

        @Override
        public void setValue(long left) {
            scope.counters().restoreStack(left);
        }
    }
}
