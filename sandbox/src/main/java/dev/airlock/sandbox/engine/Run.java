package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.call.Ending;

/**
 * What one run of a program came to.
 *
 * @param ending how the guest ended, or how the host ended it
 * @param memoryPeakBytes the most memory it had; linear memory never shrinks
 */
public record Run(Ending ending, long memoryPeakBytes) {}
