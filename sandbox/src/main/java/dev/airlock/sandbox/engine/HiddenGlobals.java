package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.GlobalFactory;
import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.call.CallScope;

/**
 * Makes the globals of one instance: the module's own as they are, and after them the three hidden ones of a metered module,
 * through which the guest accounts for what it does.
 */
final class HiddenGlobals implements GlobalFactory {
    private final CallScope scope;
    private int ownLeft;
    private int hidden;

    /**
     * @param own globals that the module itself defines
     */
    HiddenGlobals(CallScope scope, int own) {
        this.scope = scope;
        this.ownLeft = own;
    }

    @Override
    public GlobalInstance create(long low, long high, ValType type, MutabilityType mutability) {
        if (ownLeft > 0) {
            ownLeft--;
            return new GlobalInstance(low, high, type, mutability);
        }
        return switch (hidden++) {
            case 0 -> new Fuel(scope);
            case 1 -> new Stack(scope);
            default -> new StackRestore(scope);
        };
    }

    /** A write of {@code n} is a charge of {@code n} units. */
    private static final class Fuel extends GlobalInstance {
        private final CallScope scope;

        Fuel(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
        }

        @Override
        public void setValue(long units) {
            scope.gauges().chargeFuel(units);
        }
    }

    /** A write of {@code n} takes {@code n} bytes; reading gives what is left. */
    private static final class Stack extends GlobalInstance {
        private final CallScope scope;

        Stack(CallScope scope) {
            super(0, 0, ValType.I64, MutabilityType.Var);
            this.scope = scope;
        }

        @Override
        public void setValue(long bytes) {
            scope.gauges().takeStack(bytes);
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
