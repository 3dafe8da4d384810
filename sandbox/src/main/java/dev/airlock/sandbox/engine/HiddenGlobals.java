package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import org.jspecify.annotations.Nullable;

/**
 * Makes the globals of one instance: the module's own as they are, and after them the three hidden ones of a metered module,
 * through which the guest accounts for what it does.
 */
final class HiddenGlobals implements GlobalFactory {
    private final CallScope scope;
    private final int own;
    private final int fields;
    private final long @Nullable [] image;
    private int made;

    /**
     * Globals with the values that the engine computes.
     *
     * @param own globals that the module itself defines
     * @param fields how many of them, from the first on, code finds as fields of its memory
     */
    HiddenGlobals(CallScope scope, int own, int fields) {
        this(scope, own, fields, null);
    }

    /** Globals with the values of an image, two for each of the module's own: the low half and the high one. */
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

    /** A write of {@code n} is a charge of {@code n} units; one of {@code -n} too, without a look at what is left. */
    private static final class Fuel extends GlobalInstance {
        private final CallScope scope;

        Fuel(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
        }

        @Override
        public void setValue(long units) {
            scope.gauges().account(units);
        }
    }

    /** A write of {@code n} takes {@code n} bytes; reading gives what is left. */
    private static final class Stack extends GlobalInstance {
        /** How much deeper the stack gets before the heap for it is asked for anew. */
        private static final long STEP = CallDemand.FIRST_STACK;

        private final CallScope scope;
        private long leftUntilMore;

        Stack(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
            this.leftUntilMore = scope.gauges().stackLeft() - STEP;
        }

        /** Only functions that are interpreted come here, and it is they that have their frames on the heap. */
        @Override
        public void setValue(long bytes) {
            scope.gauges().takeStack(bytes);
            long left = scope.gauges().stackLeft();
            if (left < leftUntilMore) {
                scope.memory().add(CallMemory.Use.FRAMES, CallDemand.frames(leftUntilMore - left + STEP));
                leftUntilMore = left - STEP;
            }
        }

        @Override
        public long getValue() {
            return scope.gauges().stackLeft();
        }

        /** What the engine's interpreter reads. */
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
            scope.gauges().restoreStack(left);
        }
    }
}
