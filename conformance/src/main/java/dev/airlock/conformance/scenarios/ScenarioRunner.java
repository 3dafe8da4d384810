package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.runtime.recordings.TraceText;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.recording.LenientReplayer;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.UpstreamReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Runs scenarios of one connector, each in its own sandbox against its own upstream, on real sockets. Thread-safe. */
public final class ScenarioRunner {
    private static final UpstreamReport NOT_ASKED = new UpstreamReport(0, 0, List.of(), List.of(), List.of());

    private final ConnectorManifest manifest;
    private final byte[] module;
    private final Optional<CodeCache> codeCache;
    private final Tier tier;

    /**
     * A runner for one connector.
     *
     * @param manifest the connector's manifest
     * @param module the connector's WebAssembly
     * @param tier the engine for the connector's functions; results and fuel are the same on each
     */
    public ScenarioRunner(ConnectorManifest manifest, byte[] module, Tier tier) {
        this.manifest = manifest;
        this.module = module.clone();
        this.codeCache = Optional.empty();
        this.tier = tier;
    }

    private ScenarioRunner(ScenarioRunner same, ConnectorManifest configured) {
        this.manifest = configured;
        this.module = same.module;
        this.codeCache = same.codeCache;
        this.tier = same.tier;
    }

    private ScenarioRunner(ScenarioRunner same, CodeCache codeCache) {
        this.manifest = same.manifest;
        this.module = same.module;
        this.codeCache = Optional.of(codeCache);
        this.tier = same.tier;
    }

    /** Returns this runner with a cache for compiled code. */
    public ScenarioRunner withCodeCache(CodeCache cache) {
        return new ScenarioRunner(this, cache);
    }

    /** Returns whether a run leaves compiled code for the next ones in the cache. */
    boolean keepsCode() {
        return codeCache.isPresent() && tier == Tier.COMPILED;
    }

    /** Returns the reason why the connector does not take the settings of a scenario; empty if it does. */
    public Optional<String> refusal(Scenario scenario) {
        return SampleSettings.in(manifest, scenario.surroundings().settings()) instanceof Parsed.Wrong<?> wrong
                ? Optional.of(wrong.message())
                : Optional.empty();
    }

    /**
     * Runs a scenario and compares its result with its expectation.
     *
     * @throws IllegalArgumentException if the connector does not take the scenario's settings
     */
    public ScenarioResult run(Scenario scenario) {
        Map<String, JsonNode> settings = scenario.surroundings().settings();
        return new ScenarioRunner(this, SampleSettings.in(manifest, settings).orThrow()).runConfigured(scenario);
    }

    private ScenarioResult runConfigured(Scenario scenario) {
        return scenario.surroundings()
                .recording()
                .map(recording -> recorded(scenario, recording))
                .orElseGet(() -> scripted(scenario));
    }

    /** Runs a call that a recording answers. */
    private ScenarioResult recorded(Scenario scenario, Recording recording) {
        LenientReplayer interceptor = new LenientReplayer(recording.events());
        Outcome outcome = replayed(scenario, recording, interceptor);
        ScenarioResult result = new Comparison(
                        scenario.expectation(), scenario.budget(), outcome, List.of(), key -> Optional.empty())
                .result(scenario, NOT_ASKED);
        if (interceptor.divergence().isPresent()) {
            Difference left = Difference.unexpected(
                    "recording", TraceText.of(interceptor.divergence().get()));
            return new ScenarioResult(scenario, outcome, List.of(), List.of(), List.of(left));
        }
        return interceptor
                .unplayed()
                .map(event -> result.with(Difference.missing("recording", TraceText.whole(event.question()))))
                .orElse(result);
    }

    private Outcome replayed(Scenario scenario, Recording recording, LenientReplayer interceptor) {
        Scenario.Asked asked = scenario.call();
        Recording changed = new Recording(
                new Recording.Asked(AuditId.random(), asked.op(), asked.args(), asked.key(), asked.attempt()),
                recording.limits(),
                recording.captured(),
                recording.events(),
                recording.end());
        LoadOptions options = LoadObservation.replaying(LoadOptions.standard().withTier(tier), changed);
        for (Map.Entry<LimitName, Long> limit : scenario.surroundings().limits().entrySet()) {
            options = options.withLimit(limit.getKey(), limit.getValue());
        }
        Sandbox.Builder builder = Sandbox.builder();
        try (Sandbox sandbox = codeCache.map(builder::codeCache).orElse(builder).build()) {
            return sandbox.load(manifest, module, options)
                    .call(connector -> sandbox.replay(connector, changed, interceptor));
        }
    }

    private ScenarioResult scripted(Scenario scenario) {
        try (ScriptedUpstream upstream =
                        ScriptedUpstream.start(scenario.surroundings().upstream(), grants());
                ScenarioState state = new ScenarioState(scenario.surroundings().time());
                Sandbox sandbox = sandbox(scenario.surroundings(), upstream, state)) {
            CallSequence calls = new CallSequence(scenario, upstream, state);
            LoadOptions options = options(scenario.surroundings().limits());
            return calls.result(
                    sandbox.load(manifest, module, options).call(connector -> calls.run(sandbox, connector)));
        } catch (IOException e) {
            throw new UncheckedIOException("a scripted upstream cannot listen on the loopback interface", e);
        }
    }

    private List<String> grants() {
        return manifest.capabilities().grants().stream()
                .map(NetworkGrant::toString)
                .distinct()
                .toList();
    }

    private Sandbox sandbox(Scenario.Surroundings surroundings, ScriptedUpstream upstream, ScenarioState state) {
        SplittableRandom random = new SplittableRandom(surroundings.seed());
        Sandbox.Builder builder = Sandbox.builder()
                .dialer(UpstreamDialer.to(upstream))
                .credentials(CredentialSource.of(upstream.bindings()))
                .clock(new ScenarioClock(surroundings.time()))
                .state(state.store())
                .random(random::nextBytes);
        return codeCache.map(builder::codeCache).orElse(builder).build();
    }

    /**
     * Returns the options for a run. A busy machine must not change the result, so a scenario without a wall time gets the longest one,
     * with the fuel of the manifest.
     */
    private LoadOptions options(Map<LimitName, Long> named) {
        Map<LimitName, Long> limits = new EnumMap<>(LimitName.class);
        if (!named.containsKey(LimitName.WALL_TIME)) {
            limits.put(LimitName.WALL_TIME, LimitRule.of(LimitName.WALL_TIME).ceiling());
            limits.put(LimitName.FUEL, manifest.limits().get(LimitName.FUEL));
        }
        limits.putAll(named);
        LoadOptions options = LoadOptions.standard().withTier(tier);
        for (Map.Entry<LimitName, Long> limit : limits.entrySet()) {
            options = options.withLimit(limit.getKey(), limit.getValue());
        }
        return options;
    }
}
