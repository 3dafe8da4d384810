package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.format.Opcode;

/**
 * The prices of executed instructions, version 1: one unit each, structure free, bulk work by length.
 *
 * <p>Published with worked examples in {@code src/abi/fuel-schedule-v1.md}. A change of any price is a new version.
 */
public final class FuelSchedule {
    /** The version of this schedule. */
    public static final int VERSION = 1;

    private FuelSchedule() {}

    /** Returns the units for executing the instruction once, without those of {@link #bulkUnits}. */
    public static int units(Opcode opcode) {
        return switch (opcode) {
            case BLOCK, LOOP, TRY_TABLE, ELSE, END, NOP -> 0;
            default -> 1;
        };
    }

    /**
     * Returns the units in addition to {@link #units} for an instruction whose work is proportional to its length
     * operand; 0 for others.
     *
     * @param length the operand as an unsigned number
     */
    public static long bulkUnits(Opcode opcode, long length) {
        return BulkPrice.of(opcode).map(price -> price.rate().units(length)).orElse(0L);
    }
}
