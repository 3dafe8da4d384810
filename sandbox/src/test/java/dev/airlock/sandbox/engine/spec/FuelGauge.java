package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;

/** A hidden global for tests: counts what is charged, and ends the guest when more than a given amount is. */
final class FuelGauge extends GlobalInstance {
    /** Thrown into a guest that has spent its fuel. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted(long used) {
            super("fuel exhausted after " + used, null, false, false);
        }
    }

    private final long limit;
    private long used;

    FuelGauge(long limit) {
        super(0, 0, ValType.I64, MutabilityType.Var);
        this.limit = limit;
    }

    static FuelGauge withoutLimit() {
        return new FuelGauge(Long.MAX_VALUE);
    }

    /** Units charged so far, the charge that ended the guest included. */
    long used() {
        return used;
    }

    @Override
    public void setValue(long units) {
        if (units <= 0) {
            throw new AssertionError("a charge of " + units);
        }
        used += units;
        if (used > limit) {
            throw new Exhausted(used);
        }
    }
}
