package dev.airlock.conformance;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.upstreams.script.UpstreamScript;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The connector that is checked, and the service that stands in for its own. Not changed once made. */
public final class Subject {
    private static final UpstreamScript SILENT = new UpstreamScript("no script", Map.of(), List.of());

    private final ConnectorManifest manifest;
    private final byte[] module;
    private final UpstreamScript script;
    private final Supplier<Sandbox.Builder> sandboxes;

    private Subject(
            ConnectorManifest manifest, byte[] module, UpstreamScript script, Supplier<Sandbox.Builder> sandboxes) {
        this.manifest = manifest;
        this.module = module;
        this.script = script;
        this.sandboxes = sandboxes;
    }

    /** A connector whose every request gets the answer that no rule of a script matched, in sandboxes without a cache. */
    public static Subject of(ConnectorManifest manifest, byte[] module) {
        return new Subject(manifest, module.clone(), SILENT, Sandbox::builder);
    }

    /** The same with a script that answers its requests. */
    public Subject answeredBy(UpstreamScript other) {
        return new Subject(manifest, module, other, sandboxes);
    }

    /** The same in sandboxes made of these builders, with a cache for instance. Network, chance, time and credentials are set later. */
    public Subject in(Supplier<Sandbox.Builder> builders) {
        return new Subject(manifest, module, script, builders);
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

    Sandbox.Builder sandbox() {
        return sandboxes.get();
    }
}
