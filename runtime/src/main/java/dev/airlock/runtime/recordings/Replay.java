package dev.airlock.runtime.recordings;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.OutcomeJson;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.recording.Divergence;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.Replayer;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import java.util.Optional;
import java.util.OptionalInt;

/** Replays recorded calls without the outside world: no network, no credentials, no state, no clock. Thread-safe. */
public final class Replay {
    private final ConnectorManifest manifest;
    private final byte[] module;
    private final LoadOptions options;
    private final Optional<CodeCache> codeCache;

    /**
     * Creates a replay for calls of a recording's connector.
     *
     * @param module the module of the recording, or another build of it
     * @param tier how its functions are executed; results and fuel are the same in each
     * @throws BadRecordingException if the recording's manifest cannot be read by this version
     */
    public Replay(RecordingFile.Origin origin, byte[] module, Tier tier) throws BadRecordingException {
        this.manifest = origin.readManifest();
        this.module = module.clone();
        this.options = LoadOptions.standard().withTier(tier);
        this.codeCache = Optional.empty();
    }

    private Replay(Replay same, CodeCache codeCache) {
        this.manifest = same.manifest;
        this.module = same.module;
        this.options = same.options;
        this.codeCache = Optional.of(codeCache);
    }

    /** Returns a copy that keeps compiled code in a cache. */
    public Replay withCodeCache(CodeCache cache) {
        return new Replay(this, cache);
    }

    /**
     * The result of a replay.
     *
     * @param recording the recording
     * @param outcome the outcome of the replay
     * @param divergence the first divergence from the recording, if any
     * @param firstOtherFuel the number of the first event, from 1, with another amount of fuel than recorded
     * @param played the number of replayed events
     */
    public record Replayed(
            Recording recording,
            Outcome outcome,
            Optional<Divergence> divergence,
            OptionalInt firstOtherFuel,
            int played) {
        /** Returns whether the outcome is the recorded one, except for ids that are new each time. */
        public boolean isSameOutcome() {
            return divergence.isEmpty()
                    && ComparableOutcome.isSame(
                            OutcomeJson.of(outcome), recording.end().outcome());
        }

        /** Returns whether it used the recorded amount of fuel. */
        public boolean isSameFuel() {
            return outcome.usage().fuel() == recording.end().fuel();
        }

        /** Returns whether nothing differs. */
        public boolean isSame() {
            return isSameOutcome()
                    && isSameFuel()
                    && played == recording.events().size();
        }
    }

    /** Replays one attempt. */
    public Replayed run(Recording recording) {
        Replayer interceptor = new Replayer(recording.events());
        Outcome outcome = run(recording, interceptor);
        return new Replayed(
                recording, outcome, interceptor.divergence(), interceptor.firstOtherFuel(), interceptor.played());
    }

    /** Replays one attempt with answers from any replayer. */
    public Outcome run(Recording recording, HostInterceptor interceptor) {
        Sandbox.Builder builder = Sandbox.builder();
        try (Sandbox sandbox = codeCache.map(builder::codeCache).orElse(builder).build()) {
            return sandbox.load(manifest, module, LoadObservation.replaying(options, recording))
                    .call(connector -> sandbox.replay(connector, recording, interceptor));
        }
    }
}
