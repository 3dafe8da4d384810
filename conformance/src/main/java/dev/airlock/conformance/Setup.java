package dev.airlock.conformance;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.net.Timeouts;
import java.time.Duration;

/**
 * The settings under which a connector is loaded for some calls.
 *
 * @param seed the seed of all random sources
 * @param options engine and limits
 * @param timeouts the timeouts of the parts of an exchange
 */
record Setup(long seed, LoadOptions options, Timeouts timeouts) {
    /** The settings with the engine that is ready first. */
    static final Setup STANDARD = new Setup(1, LoadOptions.standard().withTier(Tier.INTERPRETED), Timeouts.standard());

    Setup withSeed(long other) {
        return new Setup(other, options, timeouts);
    }

    Setup on(Tier tier) {
        return new Setup(seed, options.withTier(tier), timeouts);
    }

    /** Returns these settings for many calls: interpreted until the module is compiled. */
    Setup compiledMeanwhile() {
        return new Setup(seed, options.compiledMeanwhile(), timeouts);
    }

    Setup withMemory(long bytes) {
        return with(LimitName.MEMORY, bytes);
    }

    Setup with(LimitName limit, long value) {
        return new Setup(seed, options.withLimit(limit, value), timeouts);
    }

    /** Returns these settings with another timeout for answers. */
    Setup withPatience(Duration patience) {
        return new Setup(seed, options, new Timeouts(timeouts.connect(), timeouts.tls(), patience, patience));
    }
}
