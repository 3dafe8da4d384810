package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.GlobalInstance;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.types.MutabilityType;
import com.dylibso.chicory.wasm.types.ValType;
import com.dylibso.chicory.wasm.types.Value;
import dev.airlock.sandbox.engine.memory.GuestRegisters;
import org.jspecify.annotations.Nullable;

/** A global whose value compiled code keeps as a field of its memory, with the engine's interface to it. */
final class FieldGlobal extends GlobalInstance {
    private final int number;
    private final boolean isInt;
    private final long initial;
    private @Nullable GuestRegisters registers;

    /** @param number the number of the field */
    FieldGlobal(int number, long low, long high, ValType type, MutabilityType mutability) {
        super(low, high, type, mutability);
        this.number = number;
        this.isInt = type.equals(ValType.I32);
        this.initial = low;
    }

    /** The engine calls this once, before the first instruction, even of an initial value's expression. */
    @Override
    public void setInstance(Instance instance) {
        super.setInstance(instance);
        registers = (GuestRegisters) instance.memory();
        setValue(initial);
    }

    @Override
    public long getValue() {
        return isInt ? registers().intGlobal(number) : registers().longGlobal(number);
    }

    @Override
    public long getValueLow() {
        return getValue();
    }

    @Override
    public void setValue(long value) {
        if (isInt) {
            registers().setIntGlobal(number, (int) value);
        } else {
            registers().setLongGlobal(number, value);
        }
    }

    @Override
    public void setValueLow(long value) {
        setValue(value);
    }

    @Override
    public void setValue(Value value) {
        setValue(value.raw());
    }

    private GuestRegisters registers() {
        if (registers == null) {
            throw new IllegalStateException("a global of no instance");
        }
        return registers;
    }
}
