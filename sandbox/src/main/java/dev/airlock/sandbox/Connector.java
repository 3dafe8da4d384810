package dev.airlock.sandbox;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connector that passed every check at load and can be called, as often as one likes and by several threads at once.
 * Made by {@link Sandbox#load}.
 */
public final class Connector {
    private final ConnectorManifest manifest;
    private final ModuleInfo module;
    private final Limits limits;
    private final Tier tier;
    private final Program program;
    private final List<Import> imports;
    private final long loadMillis;
    private final AtomicInteger leakedThreads = new AtomicInteger();

    Connector(
            ConnectorManifest manifest,
            ModuleInfo module,
            Limits limits,
            Tier tier,
            Program program,
            List<Import> imports,
            long loadMillis) {
        this.manifest = manifest;
        this.module = module;
        this.limits = limits;
        this.tier = tier;
        this.program = program;
        this.imports = List.copyOf(imports);
        this.loadMillis = loadMillis;
    }

    /** The manifest it was loaded with. */
    public ConnectorManifest manifest() {
        return manifest;
    }

    /** What its module is. */
    public ModuleInfo module() {
        return module;
    }

    /** The limits that hold for each of its calls. */
    public Limits limits() {
        return limits;
    }

    /** How its functions are executed. */
    public Tier tier() {
        return tier;
    }

    /** How long loading it took, in milliseconds. */
    public long loadMillis() {
        return loadMillis;
    }

    /** How many of its calls have not come back from host code, long after they ended; each holds a thread. */
    public int leakedThreads() {
        return leakedThreads.get();
    }

    /** Its name, as messages show it. */
    String name() {
        return manifest.connector().name().toString();
    }

    /** How much heap one of its calls may take at most, in bytes. */
    long demandBytes() {
        return CallDemand.bytes(module, limits);
    }

    Program program() {
        return program;
    }

    /** What it imports, in the order of the module, each with what supplies it. */
    List<Import> imports() {
        return imports;
    }

    void countLeakedThread() {
        leakedThreads.incrementAndGet();
    }

    /** A thread that was counted came back after all. */
    void takeBackLeakedThread() {
        leakedThreads.decrementAndGet();
    }
}
