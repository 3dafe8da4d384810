package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.call.Ending;
import java.util.Optional;

/**
 * What one run of a program came to.
 *
 * @param ending how the host ended it, if it did; else how the guest ended
 * @param refusedGrowth the latest growth of memory or tables that the call's limit refused, if it refused one
 * @param memoryPeakBytes the most memory it had; linear memory never shrinks
 */
public record Run(Ending ending, Optional<Ending.LimitReached> refusedGrowth, long memoryPeakBytes) {}
