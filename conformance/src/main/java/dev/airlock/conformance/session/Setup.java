package dev.airlock.conformance.session;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.net.message.Timeouts;
import java.time.Duration;

/**
 * The settings under which a connector is loaded for some calls.
 *
 * @param seed the seed of all random sources
 * @param options engine and limits
 * @param timeouts the timeouts of the parts of an exchange
 */
public record Setup(long seed, LoadOptions options, Timeouts timeouts) {
    private static final Setup STANDARD = new Setup(1, LoadOptions.standard(), Timeouts.standard());

    /** Returns the usual settings, with the tier that was chosen for that connector. */
    public static Setup standard(ConnectorUnderTest subject) {
        return STANDARD.on(subject.tier());
    }

    public Setup withSeed(long other) {
        return new Setup(other, options, timeouts);
    }

    public Setup on(Tier tier) {
        return new Setup(seed, options.withTier(tier), timeouts);
    }

    /** Returns these settings for many calls: interpreted until the module is compiled. */
    public Setup compiledMeanwhile() {
        return new Setup(seed, options.compiledMeanwhile(), timeouts);
    }

    public Setup withMemory(long bytes) {
        return with(LimitName.MEMORY, bytes);
    }

    public Setup with(LimitName limit, long value) {
        return new Setup(seed, options.withLimit(limit, value), timeouts);
    }

    /** Returns these settings with another timeout for answers. */
    public Setup withPatience(Duration patience) {
        return new Setup(seed, options, new Timeouts(timeouts.connect(), timeouts.tls(), patience, patience));
    }
}
