package dev.airlock.sandbox;

import dev.airlock.failures.LimitName;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a connector is to be loaded.
 *
 * @param tier how its functions are executed; empty: interpreted until they are compiled in the background
 * @param limits limits that replace the manifest's own, each in its unit, up to its ceiling
 * @param identity who the connector is, as what it keeps is kept under; empty: nobody verified its name
 * @param credentials where this connector's secrets come from; empty: from the sandbox's own source
 */
public record LoadOptions(
        Optional<Tier> tier,
        Map<LimitName, Long> limits,
        Optional<ConnectorIdentity> identity,
        Optional<CredentialSource> credentials) {
    public LoadOptions {
        limits = Map.copyOf(limits);
    }

    /** Called at once and compiled meanwhile, under the manifest's own limits. */
    public static LoadOptions standard() {
        return new LoadOptions(Optional.empty(), Map.of(), Optional.empty(), Optional.empty());
    }

    /** The same, with every call executed in that way: {@link Tier#COMPILED} makes the load wait for the compiler. */
    public LoadOptions withTier(Tier one) {
        return new LoadOptions(Optional.of(one), limits, identity, credentials);
    }

    /**
     * The same with another value for one limit.
     *
     * @param value in the limit's unit; {@link Sandbox#load} refuses one outside the permitted range
     */
    public LoadOptions withLimit(LimitName name, long value) {
        Map<LimitName, Long> changed = new EnumMap<>(LimitName.class);
        changed.putAll(limits);
        changed.put(name, value);
        return new LoadOptions(tier, changed, identity, credentials);
    }

    /** The same for a connector that is known to be that one. */
    public LoadOptions withIdentity(ConnectorIdentity known) {
        return new LoadOptions(tier, limits, Optional.of(known), credentials);
    }

    /** The same, with this connector's secrets from that source. */
    public LoadOptions withCredentials(CredentialSource source) {
        return new LoadOptions(tier, limits, identity, Optional.of(source));
    }
}
