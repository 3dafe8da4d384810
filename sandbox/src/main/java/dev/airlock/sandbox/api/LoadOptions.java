package dev.airlock.sandbox.api;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recording;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options for loading a connector.
 *
 * @param tier how its functions are executed; empty: interpreted until they are compiled in the background
 * @param limits limits that replace the manifest's own, each in its unit, up to its ceiling
 * @param identity the verified identity under which its state is kept; empty: its name is not verified
 * @param credentials the source of this connector's secrets; empty: the sandbox's own source
 * @param recorder receives recordings of its calls
 * @param captured the answers for a reactor's initialization if its state is captured; empty: the machine's own
 * @param profiler receives a profile of each call whose code is interpreted
 */
public record LoadOptions(
        Optional<Tier> tier,
        Map<LimitName, Long> limits,
        Optional<ConnectorIdentity> identity,
        Optional<CredentialSource> credentials,
        CallRecorder recorder,
        Optional<List<HostEvent>> captured,
        Optional<Consumer<FuelProfile>> profiler) {
    public LoadOptions {
        limits = Map.copyOf(limits);
    }

    /**
     * Returns options under the manifest's own limits, with which a connector can be called at once and is compiled
     * meanwhile.
     */
    public static LoadOptions standard() {
        return new LoadOptions(
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                CallRecorder.NONE,
                Optional.empty(),
                Optional.empty());
    }

    /**
     * Returns the same options with every call executed in that tier. {@link Tier#COMPILED} makes the load wait for the
     * compiler.
     */
    public LoadOptions withTier(Tier one) {
        return new LoadOptions(Optional.of(one), limits, identity, credentials, recorder, captured, profiler);
    }

    /** Returns the same options, with which a connector can be called at once and is compiled meanwhile. */
    public LoadOptions compiledMeanwhile() {
        return new LoadOptions(Optional.empty(), limits, identity, credentials, recorder, captured, profiler);
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
        return new LoadOptions(tier, changed, identity, credentials, recorder, captured, profiler);
    }

    /** Returns the same options for a connector with that verified identity. */
    public LoadOptions withIdentity(ConnectorIdentity known) {
        return new LoadOptions(tier, limits, Optional.of(known), credentials, recorder, captured, profiler);
    }

    /** Returns the same options with this connector's secrets from that source. */
    public LoadOptions withCredentials(CredentialSource source) {
        return new LoadOptions(tier, limits, identity, Optional.of(source), recorder, captured, profiler);
    }

    /**
     * Returns the same options with a recording of each call that the recorder wants. The recordings include the
     * answers of a captured initialization, and with them the random numbers that its calls begin with.
     */
    public LoadOptions recordedBy(CallRecorder calls) {
        return new LoadOptions(tier, limits, identity, credentials, calls, captured, profiler);
    }

    /**
     * Returns the same options for the replay of a recorded call. Its limits apply, except for the wall time, which a
     * slower machine must not reach. Its initialization gets the recorded answers.
     */
    public LoadOptions toReplay(Recording recording) {
        Map<LimitName, Long> same = new EnumMap<>(LimitName.class);
        same.putAll(recording.limits());
        same.put(LimitName.WALL_TIME, LimitRule.of(LimitName.WALL_TIME).ceiling());
        return new LoadOptions(
                tier, same, identity, credentials, CallRecorder.NONE, Optional.of(recording.captured()), profiler);
    }

    /**
     * Returns the same options for interpretation with a profile of each call, which shows the functions that used its
     * fuel.
     */
    public LoadOptions profiledBy(Consumer<FuelProfile> reader) {
        return new LoadOptions(
                Optional.of(Tier.INTERPRETED), limits, identity, credentials, recorder, captured, Optional.of(reader));
    }
}
