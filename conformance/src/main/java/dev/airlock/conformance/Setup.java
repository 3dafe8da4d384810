package dev.airlock.conformance;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.engine.Tier;

/**
 * How a connector is loaded for some calls.
 *
 * @param seed what all chance in it comes from
 * @param options engine and limits
 */
record Setup(long seed, LoadOptions options) {
    /** On the engine that is ready first. */
    static final Setup STANDARD = new Setup(1, LoadOptions.standard().withTier(Tier.INTERPRETED));

    Setup withSeed(long other) {
        return new Setup(other, options);
    }

    Setup on(Tier tier) {
        return new Setup(seed, options.withTier(tier));
    }

    Setup withMemory(long bytes) {
        return new Setup(seed, options.withLimit(LimitName.MEMORY, bytes));
    }
}
