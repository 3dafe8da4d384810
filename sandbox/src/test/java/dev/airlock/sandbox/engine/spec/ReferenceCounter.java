package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.runtime.ExecutionListener;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.wasm.types.Instruction;
import dev.airlock.sandbox.metering.FuelSchedule;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts the charges of the schedule instruction by instruction while the interpreter runs an unmetered module. */
final class ReferenceCounter implements ExecutionListener {
    private static final Map<Integer, Opcode> BY_CODE =
            Arrays.stream(Opcode.values()).collect(Collectors.toMap(Opcode::code, Function.identity()));

    private long units;

    long units() {
        return units;
    }

    static Opcode opcode(Instruction instruction) {
        Opcode opcode = BY_CODE.get(instruction.opcode().opcode());
        if (opcode == null) {
            throw new AssertionError("no such opcode in the table: " + instruction);
        }
        return opcode;
    }

    @Override
    public void onExecution(Instruction instruction, MStack stack) {
        Opcode opcode = opcode(instruction);
        units += FuelSchedule.units(opcode);
        if (opcode.flow() == Opcode.Flow.BULK) {
            units += FuelSchedule.bulkUnits(opcode, Integer.toUnsignedLong((int) stack.peek()));
        }
    }
}
