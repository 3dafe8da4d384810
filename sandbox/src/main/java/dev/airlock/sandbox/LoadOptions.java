package dev.airlock.sandbox;

import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.engine.Tier;
import java.util.EnumMap;
import java.util.Map;

/**
 * How a connector is to be loaded.
 *
 * @param tier how its functions are executed
 * @param limits limits that replace the manifest's own, each in its unit, up to its ceiling
 */
public record LoadOptions(Tier tier, Map<LimitName, Long> limits) {
    public LoadOptions {
        limits = Map.copyOf(limits);
    }

    /** Compiled, under the manifest's own limits. */
    public static LoadOptions standard() {
        return new LoadOptions(Tier.COMPILED, Map.of());
    }

    /** The same with another tier. */
    public LoadOptions withTier(Tier other) {
        return new LoadOptions(other, limits);
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
        return new LoadOptions(tier, changed);
    }
}
