package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.call.Trap;
import java.util.Map;
import java.util.Optional;

/** The engine says which trap it was in words only; this is the list of its words. */
final class TrapMessages {
    private static final Map<String, Trap> BY_PREFIX = Map.ofEntries(
            Map.entry("Trapped on unreachable instruction", Trap.UNREACHABLE),
            Map.entry("integer divide by zero", Trap.DIVIDE_BY_ZERO),
            Map.entry("integer overflow", Trap.INTEGER_OVERFLOW),
            Map.entry("invalid conversion to integer", Trap.INVALID_CONVERSION),
            Map.entry("out of bounds memory access", Trap.MEMORY_OUT_OF_BOUNDS),
            Map.entry("out of bounds table access", Trap.TABLE_OUT_OF_BOUNDS),
            Map.entry("undefined element", Trap.UNDEFINED_ELEMENT),
            Map.entry("uninitialized element", Trap.UNINITIALIZED_ELEMENT),
            Map.entry("indirect call type mismatch", Trap.INDIRECT_CALL_TYPE_MISMATCH),
            Map.entry("null function reference", Trap.NULL_REFERENCE),
            Map.entry("null reference", Trap.NULL_REFERENCE),
            Map.entry("Trapped on ref_as_non_null", Trap.NULL_REFERENCE),
            Map.entry("Trapped on call_ref", Trap.NULL_REFERENCE));

    private TrapMessages() {}

    /** The trap that the engine means, if the message is one of its trap messages. */
    static Optional<Trap> trapOf(String message) {
        return BY_PREFIX.entrySet().stream()
                .filter(entry -> message.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
