package dev.airlock.conformance;

import dev.airlock.conformance.scenarios.SampleSettings;
import dev.airlock.conformance.scenarios.Scenario;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.upstreams.script.UpstreamScript;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The connector that is checked, and the service that stands in for its own. Not changed once made. */
public final class Subject {
    private static final UpstreamScript SILENT = new UpstreamScript("no script", Map.of(), List.of());
    private static final long PATIENCE_MILLIS = 500;
    private static final Duration PATIENCE = Duration.ofMillis(PATIENCE_MILLIS);

    private final ConnectorManifest manifest;
    private final byte[] module;
    private final UpstreamScript script;
    private final List<Scenario> scenarios;
    private final Sandbox.Builder sandboxes;
    private final Duration patience;

    private Subject(
            ConnectorManifest manifest,
            byte[] module,
            UpstreamScript script,
            List<Scenario> scenarios,
            Sandbox.Builder sandboxes,
            Duration patience) {
        this.manifest = manifest;
        this.module = module;
        this.script = script;
        this.scenarios = List.copyOf(scenarios);
        this.sandboxes = sandboxes;
        this.patience = patience;
    }

    /** A connector with made-up settings, whose every request gets the answer that no rule of a script matched, in sandboxes without a cache. */
    public static Subject of(ConnectorManifest manifest, byte[] module) {
        ConnectorManifest configured =
                SampleSettings.in(manifest, manifest.settings().given()).orThrow();
        return new Subject(configured, module.clone(), SILENT, List.of(), Sandbox.builder(), PATIENCE);
    }

    /** The same with a script that answers its requests. */
    public Subject answeredBy(UpstreamScript other) {
        return new Subject(manifest, module, other, scenarios, sandboxes, patience);
    }

    /** The same with its author's scenarios: the checks learn from them how its operations are called when they work, and with which settings. */
    public Subject rehearsedBy(List<Scenario> others) {
        ConnectorManifest configured = others.stream()
                .map(scenario -> scenario.surroundings().settings())
                .filter(settings -> !settings.isEmpty())
                .flatMap(settings -> SampleSettings.in(manifest, settings).optional().stream())
                .findFirst()
                .orElse(manifest);
        return new Subject(configured, module, script, others, sandboxes, patience);
    }

    /**
     * The same with another time after which an answer that does not come counts as lost. Default: {@value #PATIENCE_MILLIS} ms, which
     * is enough for a script on this machine.
     */
    public Subject waiting(Duration patienceWithAnswers) {
        return new Subject(manifest, module, script, scenarios, sandboxes, patienceWithAnswers);
    }

    /** The same with another manifest. */
    Subject declaring(ConnectorManifest other) {
        return new Subject(other, module, script, scenarios, sandboxes, patience);
    }

    /** The same in sandboxes of those settings, with a cache for instance. Network, chance, time and credentials are set later. */
    public Subject in(Sandbox.Builder settings) {
        return new Subject(manifest, module, script, scenarios, settings, patience);
    }

    /** What it declares. */
    public ConnectorManifest manifest() {
        return manifest;
    }

    byte[] module() {
        return module.clone();
    }

    UpstreamScript script() {
        return script;
    }

    /** Its scenarios but for those that a recording answers: nothing can be made to go wrong there. */
    List<Scenario> scenarios() {
        return scenarios.stream()
                .filter(scenario -> scenario.surroundings().recording().isEmpty())
                .toList();
    }

    Duration patience() {
        return patience;
    }

    Sandbox.Builder sandbox() {
        return sandboxes;
    }
}
