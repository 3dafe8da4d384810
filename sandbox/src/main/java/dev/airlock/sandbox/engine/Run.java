package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.call.GuestFrame;
import dev.airlock.sandbox.call.Termination;
import java.util.List;
import java.util.Optional;

/**
 * The result of one run of a program.
 *
 * @param termination how the host ended it, if it did; else how the guest ended
 * @param refusedGrowth the latest growth of memory or tables that the call's limit refused, if it refused one
 * @param memoryPeakBytes the most memory it had, in bytes; linear memory never shrinks
 * @param frames the functions that ran when it trapped, innermost first; empty if it did not
 */
public record Run(
        Termination termination,
        Optional<Termination.LimitReached> refusedGrowth,
        long memoryPeakBytes,
        List<GuestFrame> frames) {
    /** Copies the list. */
    public Run {
        frames = List.copyOf(frames);
    }
}
