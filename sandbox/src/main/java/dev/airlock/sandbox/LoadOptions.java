package dev.airlock.sandbox;

import dev.airlock.failures.LimitName;
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
 * How a connector is to be loaded.
 *
 * @param tier how its functions are executed; empty: interpreted until they are compiled in the background
 * @param limits limits that replace the manifest's own, each in its unit, up to its ceiling
 * @param identity who the connector is, as what it keeps is kept under; empty: nobody verified its name
 * @param credentials where this connector's secrets come from; empty: from the sandbox's own source
 * @param recorder is given recordings of its calls
 * @param captured what a reactor's initialization is told, if its state is captured; empty: what the machine says
 * @param profiler is given a profile of each call whose code is interpreted
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

    /** Called at once and compiled meanwhile, under the manifest's own limits. */
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

    /** The same, with every call executed in that way: {@link Tier#COMPILED} makes the load wait for the compiler. */
    public LoadOptions withTier(Tier one) {
        return new LoadOptions(Optional.of(one), limits, identity, credentials, recorder, captured, profiler);
    }

    /** The same, called at once and compiled meanwhile. */
    public LoadOptions compiledMeanwhile() {
        return new LoadOptions(Optional.empty(), limits, identity, credentials, recorder, captured, profiler);
    }

    /** The same with another time for one limit; {@link Sandbox#load} refuses one outside the permitted range. */
    public LoadOptions withLimit(LimitName name, Duration time) {
        return withLimit(name, LimitRule.of(name).units(time));
    }

    /** The same with another size for one limit; {@link Sandbox#load} refuses one outside the permitted range. */
    public LoadOptions withLimit(LimitName name, ByteSize size) {
        return withLimit(name, LimitRule.of(name).units(size));
    }

    /**
     * The same with another value for one limit: a count, or whatever was read elsewhere.
     *
     * @param value in the limit's unit; {@link Sandbox#load} refuses one outside the permitted range
     */
    public LoadOptions withLimit(LimitName name, long value) {
        Map<LimitName, Long> changed = new EnumMap<>(LimitName.class);
        changed.putAll(limits);
        changed.put(name, value);
        return new LoadOptions(tier, changed, identity, credentials, recorder, captured, profiler);
    }

    /** The same for a connector that is known to be that one. */
    public LoadOptions withIdentity(ConnectorIdentity known) {
        return new LoadOptions(tier, limits, Optional.of(known), credentials, recorder, captured, profiler);
    }

    /** The same, with this connector's secrets from that source. */
    public LoadOptions withCredentials(CredentialSource source) {
        return new LoadOptions(tier, limits, identity, Optional.of(source), recorder, captured, profiler);
    }

    /**
     * The same, with a recording of each call that is wanted. What the initialization of a reactor with a captured state is told is
     * kept for its recordings, so those hold the random numbers that its calls begin with.
     */
    public LoadOptions recordedBy(CallRecorder calls) {
        return new LoadOptions(tier, limits, identity, credentials, calls, captured, profiler);
    }

    /**
     * The same for a call that was recorded: under its limits, but for the wall time, which a slower machine must not run into, and
     * with an initialization that is told what it was told then.
     */
    public LoadOptions toReplay(Recording recording) {
        Map<LimitName, Long> same = new EnumMap<>(LimitName.class);
        same.putAll(recording.limits());
        same.put(LimitName.WALL_TIME, LimitRule.of(LimitName.WALL_TIME).ceiling());
        return new LoadOptions(
                tier, same, identity, credentials, CallRecorder.NONE, Optional.of(recording.captured()), profiler);
    }

    /** The same, interpreted, with a profile of each call: which functions used its fuel. */
    public LoadOptions profiledBy(Consumer<FuelProfile> reader) {
        return new LoadOptions(
                Optional.of(Tier.INTERPRETED), limits, identity, credentials, recorder, captured, Optional.of(reader));
    }
}
