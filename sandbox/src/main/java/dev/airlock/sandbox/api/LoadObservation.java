package dev.airlock.sandbox.api;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recording;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Loads with recordings, replays and profiles of calls, for tools. An embedder records with {@code AirlockBuilder.recordings}. */
public final class LoadObservation {
    private LoadObservation() {}

    /**
     * Returns the same options with a recording of each call that the recorder wants. The recordings include the
     * answers of a captured initialization, and with them the random numbers that its calls begin with.
     */
    public static LoadOptions recorded(LoadOptions options, CallRecorder calls) {
        CallObservers before = options.observers();
        return options.observedBy(new CallObservers(calls, before.captured, before.profiler));
    }

    /**
     * Returns the same options for the replay of a recorded call. Its limits apply, except for the wall time, which a
     * slower machine must not reach. Its initialization gets the recorded answers.
     */
    public static LoadOptions replaying(LoadOptions options, Recording recording) {
        LoadOptions same = options.withoutLimits();
        for (Map.Entry<LimitName, Long> limit : recording.limits().entrySet()) {
            same = same.withLimit(limit.getKey(), limit.getValue());
        }
        return same.withLimit(
                        LimitName.WALL_TIME, LimitRule.of(LimitName.WALL_TIME).ceiling())
                .observedBy(new CallObservers(
                        CallRecorder.NONE, Optional.of(recording.captured()), options.observers().profiler));
    }

    /**
     * Returns the same options for interpretation with a profile of each call, which shows the functions that used its
     * fuel.
     */
    public static LoadOptions profiled(LoadOptions options, Consumer<FuelProfile> reader) {
        CallObservers before = options.observers();
        return options.withTier(Tier.INTERPRETED)
                .observedBy(new CallObservers(before.recorder, before.captured, Optional.of(reader)));
    }

    /** Returns what receives recordings of calls; {@link CallRecorder#NONE} if nothing does. */
    public static CallRecorder recorder(LoadOptions options) {
        return options.observers().recorder;
    }

    /** Returns the answers for a reactor's initialization if its state is captured; empty: the machine's own. */
    public static Optional<List<HostEvent>> captured(LoadOptions options) {
        return options.observers().captured;
    }

    /** Returns what receives a profile of each call whose code is interpreted. */
    public static Optional<Consumer<FuelProfile>> profiler(LoadOptions options) {
        return options.observers().profiler;
    }
}
