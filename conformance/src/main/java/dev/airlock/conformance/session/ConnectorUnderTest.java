package dev.airlock.conformance.session;

import dev.airlock.conformance.scenarios.SampleSettings;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.upstreams.script.UpstreamScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The connector under check, and the service that stands in for its own. Immutable. */
public final class ConnectorUnderTest {
    private static final UpstreamScript SILENT = new UpstreamScript("no script", Map.of(), List.of());
    private static final long PATIENCE_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofMillis(PATIENCE_MILLIS);

    private final ConnectorManifest manifest;
    private final byte[] module;
    private final UpstreamScript script;
    private final List<Scenario> scenarios;
    private final Sandbox.Builder sandboxes;
    private final Duration patience;
    private final Tier tier;

    private ConnectorUnderTest(
            ConnectorManifest manifest,
            byte[] module,
            UpstreamScript script,
            List<Scenario> scenarios,
            Sandbox.Builder sandboxes,
            Duration patience,
            Tier tier) {
        this.manifest = manifest;
        this.module = module;
        this.script = script;
        this.scenarios = List.copyOf(scenarios);
        this.sandboxes = sandboxes;
        this.patience = patience;
        this.tier = tier;
    }

    /** Returns a connector with made-up settings, in sandboxes without a cache. Every request gets the answer that no rule matched. */
    public static ConnectorUnderTest of(ConnectorManifest manifest, byte[] module) {
        ConnectorManifest configured =
                SampleSettings.in(manifest, manifest.settings().given()).orThrow();
        return new ConnectorUnderTest(
                configured, module.clone(), SILENT, List.of(), Sandbox.builder(), PATIENCE, Tier.INTERPRETED);
    }

    /** Returns this subject with a script that answers its requests. */
    public ConnectorUnderTest answeredBy(UpstreamScript other) {
        return new ConnectorUnderTest(manifest, module, other, scenarios, sandboxes, patience, tier);
    }

    /** Returns this subject with its author's scenarios, which give the checks calls that work and settings. */
    public ConnectorUnderTest withScenarios(List<Scenario> others) {
        ConnectorManifest configured = others.stream()
                .map(scenario -> scenario.surroundings().settings())
                .filter(settings -> !settings.isEmpty())
                .flatMap(settings -> SampleSettings.in(manifest, settings).optional().stream())
                .findFirst()
                .orElse(manifest);
        return new ConnectorUnderTest(configured, module, script, others, sandboxes, patience, tier);
    }

    /**
     * Returns this subject with another time after which a missing answer counts as lost. The default is {@value #PATIENCE_MILLIS} ms,
     * which is enough for a script on this machine.
     */
    public ConnectorUnderTest waiting(Duration patienceWithAnswers) {
        return new ConnectorUnderTest(manifest, module, script, scenarios, sandboxes, patienceWithAnswers, tier);
    }

    /** Returns this subject with another manifest. */
    public ConnectorUnderTest declaring(ConnectorManifest other) {
        return new ConnectorUnderTest(other, module, script, scenarios, sandboxes, patience, tier);
    }

    /**
     * Returns this subject in sandboxes with those settings, for instance with a cache. Network, random source, clock and credentials are
     * set later.
     */
    public ConnectorUnderTest in(Sandbox.Builder settings) {
        return new ConnectorUnderTest(manifest, module, script, scenarios, settings, patience, tier);
    }

    /**
     * Returns this subject with its functions executed in another tier. Results and fuel are the same. {@link Tier#COMPILED} is faster if the
     * sandboxes have a cache, because each check loads the connector again.
     */
    public ConnectorUnderTest executedAs(Tier other) {
        return new ConnectorUnderTest(manifest, module, script, scenarios, sandboxes, patience, other);
    }

    /** Returns its manifest. */
    public ConnectorManifest manifest() {
        return manifest;
    }

    public byte[] module() {
        return module.clone();
    }

    public UpstreamScript script() {
        return script;
    }

    /** Returns its scenarios without those that a recording answers or that begin with state, because a trial has neither. */
    public List<Scenario> scenarios() {
        return scenarios.stream()
                .filter(scenario -> scenario.surroundings().recording().isEmpty()
                        && scenario.surroundings().state().isEmpty())
                .toList();
    }

    public Duration patience() {
        return patience;
    }

    Tier tier() {
        return tier;
    }

    public Sandbox.Builder sandbox() {
        return sandboxes;
    }
}
