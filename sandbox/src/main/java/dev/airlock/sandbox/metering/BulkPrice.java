package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The price of an instruction whose work is proportional to its length operand, beside the one unit that every
 * instruction costs.
 *
 * <p>The length is the unsigned number on top of the stack. It is priced before the instruction runs, whether or not
 * the instruction then traps or refuses. The lengths of growth are priced only up to the most that can be granted. A
 * guest that asks for more than there can ever be, and handles the refusal, therefore does not pay for four billion
 * pages.
 */
enum BulkPrice {
    MEMORY_FILL(Opcode.MEMORY_FILL, Rate.PER_16_BYTES),
    MEMORY_COPY(Opcode.MEMORY_COPY, Rate.PER_16_BYTES),
    MEMORY_INIT(Opcode.MEMORY_INIT, Rate.PER_16_BYTES),
    MEMORY_GROW(Opcode.MEMORY_GROW, Rate.PER_PAGE),
    TABLE_FILL(Opcode.TABLE_FILL, Rate.PER_ELEMENT),
    TABLE_COPY(Opcode.TABLE_COPY, Rate.PER_ELEMENT),
    TABLE_INIT(Opcode.TABLE_INIT, Rate.PER_ELEMENT),
    TABLE_GROW(Opcode.TABLE_GROW, Rate.PER_ELEMENT_GROWN);

    /**
     * The conversion of a length to units: capped at a maximum, rounded up to a multiple, divided or multiplied by a
     * power of two.
     */
    enum Rate {
        /** One unit for each 16 bytes or part of them. */
        PER_16_BYTES(Long.MAX_VALUE, 15, -4),
        /** 4,096 units for each page of 64 KiB, as for 16 bytes each; a memory has at most 65,536 pages. */
        PER_PAGE(65_536, 0, 12),
        /** One unit for each element. */
        PER_ELEMENT(Long.MAX_VALUE, 0, 0),
        /** One unit for each element; a table has at most 10,000,000 (the ceiling of the limit {@code table}). */
        PER_ELEMENT_GROWN(10_000_000, 0, 0);

        private final long maximum;
        private final int roundUpBy;
        private final int shift;

        Rate(long maximum, int roundUpBy, int shift) {
            this.maximum = maximum;
            this.roundUpBy = roundUpBy;
            this.shift = shift;
        }

        /** The longest length that is priced; longer ones cost the same. */
        long maximum() {
            return maximum;
        }

        boolean hasMaximum() {
            return maximum < Long.MAX_VALUE;
        }

        /** The number that is added to a length before it is divided. */
        int roundUpBy() {
            return roundUpBy;
        }

        /** The power of two by which a length is multiplied, or divided if it is negative. */
        int shift() {
            return shift;
        }

        /** Returns the units for a length of 0 to 2^32 - 1. */
        long units(long length) {
            long priced = Math.min(length, maximum) + roundUpBy;
            return shift >= 0 ? priced << shift : priced >>> -shift;
        }
    }

    private static final Map<Opcode, BulkPrice> BY_OPCODE = new EnumMap<>(Opcode.class);

    static {
        for (BulkPrice price : values()) {
            BY_OPCODE.put(price.opcode, price);
        }
    }

    private final Opcode opcode;
    private final Rate rate;

    BulkPrice(Opcode opcode, Rate rate) {
        this.opcode = opcode;
        this.rate = rate;
    }

    Opcode opcode() {
        return opcode;
    }

    Rate rate() {
        return rate;
    }

    /** Returns the price by length of an instruction, if it has one. */
    static Optional<BulkPrice> of(Opcode opcode) {
        return Optional.ofNullable(BY_OPCODE.get(opcode));
    }
}
