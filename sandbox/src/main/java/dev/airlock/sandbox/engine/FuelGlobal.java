package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.sandbox.call.FuelMeter;

/**
 * The hidden global of a metered module. The rewrite only ever writes to it, and a write of {@code n} is a charge of
 * {@code n} units.
 */
final class FuelGlobal extends GlobalInstance {
    private final FuelMeter fuel;

    FuelGlobal(FuelMeter fuel) {
        super(0, 0, ValType.I64, MutabilityType.Var);
        this.fuel = fuel;
    }

    @Override
    public void setValue(long units) {
        fuel.charge(units);
    }
}
