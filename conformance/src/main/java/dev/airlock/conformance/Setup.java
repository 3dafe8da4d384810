package dev.airlock.conformance;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.net.Timeouts;
import java.time.Duration;

/**
 * How a connector is loaded for some calls.
 *
 * @param seed what all chance in it comes from
 * @param options engine and limits
 * @param timeouts how long each part of an exchange may take
 */
record Setup(long seed, LoadOptions options, Timeouts timeouts) {
    /** On the engine that is ready first. */
    static final Setup STANDARD = new Setup(1, LoadOptions.standard().withTier(Tier.INTERPRETED), Timeouts.standard());

    Setup withSeed(long other) {
        return new Setup(other, options, timeouts);
    }

    Setup on(Tier tier) {
        return new Setup(seed, options.withTier(tier), timeouts);
    }

    /** The same for many calls: interpreted until it is compiled. */
    Setup compiledMeanwhile() {
        return new Setup(seed, options.compiledMeanwhile(), timeouts);
    }

    Setup withMemory(long bytes) {
        return with(LimitName.MEMORY, bytes);
    }

    Setup with(LimitName limit, long value) {
        return new Setup(seed, options.withLimit(limit, value), timeouts);
    }

    /** The same with less patience for answers that do not come. */
    Setup withPatience(Duration patience) {
        return new Setup(seed, options, new Timeouts(timeouts.connect(), timeouts.tls(), patience, patience));
    }
}
