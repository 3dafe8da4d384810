package dev.airlock.sandbox.api;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Options for loading a connector.
 *
 * @param tier how its functions are executed; empty: interpreted until they are compiled in the background
 * @param limits limits that replace the manifest's own, each in its unit, up to its ceiling
 * @param identity the verified identity under which its state is kept; empty: its name is not verified
 * @param credentials the source of this connector's secrets; empty: the sandbox's own source
 * @param observers who observes its calls
 */
public record LoadOptions(
        Optional<Tier> tier,
        Map<LimitName, Long> limits,
        Optional<ConnectorIdentity> identity,
        Optional<CredentialSource> credentials,
        CallObservers observers) {
    public LoadOptions {
        limits = Map.copyOf(limits);
    }

    /**
     * Returns options under the manifest's own limits, with which a connector can be called at once and is compiled
     * meanwhile.
     */
    public static LoadOptions standard() {
        return new LoadOptions(Optional.empty(), Map.of(), Optional.empty(), Optional.empty(), CallObservers.NONE);
    }

    /**
     * Returns the same options with every call executed in that tier. {@link Tier#COMPILED} makes the load wait for the
     * compiler.
     */
    public LoadOptions withTier(Tier one) {
        return new LoadOptions(Optional.of(one), limits, identity, credentials, observers);
    }

    /** Returns the same options, with which a connector can be called at once and is compiled meanwhile. */
    public LoadOptions compiledMeanwhile() {
        return new LoadOptions(Optional.empty(), limits, identity, credentials, observers);
    }

    /**
     * Returns the same options with another time for one limit; {@code Sandbox.load} refuses one outside the permitted
     * range.
     */
    public LoadOptions withLimit(LimitName name, Duration time) {
        return withLimit(name, LimitRule.of(name).units(time));
    }

    /**
     * Returns the same options with another size for one limit; {@code Sandbox.load} refuses one outside the permitted
     * range.
     */
    public LoadOptions withLimit(LimitName name, ByteSize size) {
        return withLimit(name, LimitRule.of(name).units(size));
    }

    /**
     * Returns the same options with another value for one limit: a count, or a value read elsewhere.
     *
     * @param value in the limit's unit; {@code Sandbox.load} refuses one outside the permitted range
     */
    public LoadOptions withLimit(LimitName name, long value) {
        Map<LimitName, Long> changed = new EnumMap<>(LimitName.class);
        changed.putAll(limits);
        changed.put(name, value);
        return new LoadOptions(tier, changed, identity, credentials, observers);
    }

    /** Returns the same options for a connector with that verified identity. */
    public LoadOptions withIdentity(ConnectorIdentity known) {
        return new LoadOptions(tier, limits, Optional.of(known), credentials, observers);
    }

    /** Returns the same options with this connector's secrets from that source. */
    public LoadOptions withCredentials(CredentialSource source) {
        return new LoadOptions(tier, limits, identity, Optional.of(source), observers);
    }

    /** Returns the same options under the manifest's own limits. */
    LoadOptions withoutLimits() {
        return new LoadOptions(tier, Map.of(), identity, credentials, observers);
    }

    /** Returns the same options with other observers. */
    LoadOptions observedBy(CallObservers others) {
        return new LoadOptions(tier, limits, identity, credentials, others);
    }
}
