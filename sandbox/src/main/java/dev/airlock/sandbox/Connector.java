package dev.airlock.sandbox;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.EndHooks;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Snapshot;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.CatalogueEntry;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.load.Permit;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A connector that passed every check at load and can be called, as often as one likes and by several threads at once.
 * Made by {@link Sandbox#load}.
 */
public final class Connector implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    /** What a call runs, unless the connector is closed, and how. */
    private record Running(Tier tier, Optional<Program> program, Optional<Snapshot> snapshot) {}

    private final ConnectorManifest manifest;
    private final CredentialSource credentials;
    private final CallRecorder recorder;
    private final Optional<Consumer<FuelProfile>> profiler;
    private final ModuleInfo module;
    private final Limits limits;
    private final boolean beginsWithSnapshot;
    private final Set<Frozen> frozen;
    private final List<HostEvent> captured;
    private final CompilationSchedule schedule;
    private final EndHooks closing = new EndHooks();
    private volatile Running running;
    private final List<Import> imports;
    private final long loadMillis;
    private final long loadWaitMillis;
    private final LeakedThreads leaked;
    private final String stateKey;
    private final long firstBytes;
    private final long mostBytes;
    private Optional<HttpTransport> transport = Optional.empty();

    Connector(
            ConnectorManifest manifest,
            CredentialSource credentials,
            CallRecorder recorder,
            Optional<Consumer<FuelProfile>> profiler,
            ModuleInfo module,
            Limits limits,
            Tier tier,
            Program program,
            Optional<InitialCapture.Result.Taken> captured,
            CompilationSchedule schedule,
            List<Import> imports,
            long loadMillis,
            long loadWaitMillis,
            LeakedThreads leaked,
            String stateKey) {
        this.manifest = manifest;
        this.credentials = credentials;
        this.recorder = recorder;
        this.profiler = profiler;
        this.module = module;
        this.limits = limits;
        this.beginsWithSnapshot = captured.isPresent();
        this.frozen = captured.map(InitialCapture.Result.Taken::frozen).orElse(Set.of());
        this.captured = captured.map(InitialCapture.Result.Taken::told).orElse(List.of());
        this.running = new Running(
                tier,
                Optional.of(InitialCapture.applied(captured, program)),
                captured.map(InitialCapture.Result.Taken::snapshot));
        this.schedule = schedule;
        this.imports = List.copyOf(imports);
        this.loadMillis = loadMillis;
        this.loadWaitMillis = loadWaitMillis;
        this.leaked = leaked;
        this.stateKey = stateKey;
        this.firstBytes = captured.map(InitialCapture.Result.Taken::snapshot)
                .map(snapshot -> CallDemand.first(snapshot.pages(), snapshot.elements()))
                .orElseGet(() -> CallDemand.first(module));
        this.mostBytes = CallDemand.most(module, limits) + (recorder == CallRecorder.NONE ? 0 : Recorder.MOST_BYTES);
    }

    /** The manifest it was loaded with. */
    public ConnectorManifest manifest() {
        return manifest;
    }

    /** How it takes its calls. */
    public ConnectorStyle style() {
        return ConnectorStyle.of(module);
    }

    /** Whether its calls begin with a state that was captured when it was loaded. */
    public boolean beginsWithSnapshot() {
        return beginsWithSnapshot;
    }

    /** What is the same in each of its calls because it was taken in before; nothing without a captured state. */
    public Set<Frozen> frozen() {
        return frozen;
    }

    /** Whether {@code _initialize} runs in each call. */
    boolean initializesInEachCall() {
        return !beginsWithSnapshot && ConnectorStyle.exports(module, ConnectorStyle.INITIALIZE);
    }

    /** What its module is. */
    public ModuleInfo module() {
        return module;
    }

    /** The limits that hold for each of its calls. */
    public Limits limits() {
        return limits;
    }

    /** How the functions of a call that starts now are executed. */
    public Tier tier() {
        return running.tier();
    }

    /**
     * Waits until it is certain how calls are executed from now on: until a compilation in the background is over, if there
     * is one.
     *
     * @param atMost how long to wait
     * @return whether it is certain
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitCompilation(Duration atMost) throws InterruptedException {
        return schedule.await(atMost);
    }

    /**
     * Ends a compilation in the background, and lets the connector's code go once its last call is over. Calls that run go
     * on. A second time does nothing.
     */
    @Override
    public void close() {
        synchronized (this) {
            running = new Running(running.tier(), Optional.empty(), Optional.empty());
        }
        schedule.noMoreCalls();
        closing.run();
    }

    /** How long loading waited for a processor and for memory; part of {@link #loadTime}. */
    public Duration loadWait() {
        return Duration.ofMillis(loadWaitMillis);
    }

    /** How long loading it took, waiting included. */
    public Duration loadTime() {
        return Duration.ofMillis(loadMillis);
    }

    /**
     * How many calls and loads of a connector of this name have not come back from host code, long after they ended; each
     * holds a thread.
     */
    public int leakedThreads() {
        return leaked.of(name());
    }

    /** Where its secrets come from. */
    CredentialSource credentials() {
        return credentials;
    }

    /** Is given profiles of its calls. */
    Optional<Consumer<FuelProfile>> profiler() {
        return profiler;
    }

    /** Is given recordings of its calls. */
    CallRecorder recorder() {
        return recorder;
    }

    /** What its initialization was told, if its state was captured and that is noted. */
    List<HostEvent> captured() {
        return captured;
    }

    /** Its name, as messages show it. */
    String name() {
        return manifest.connector().name().toString();
    }

    /** What its state is kept under. */
    String stateKey() {
        return stateKey;
    }

    /** How much heap one of its calls holds before its first instruction, in bytes. */
    long firstBytes() {
        return firstBytes;
    }

    /** How much heap one of its calls may come to hold, in bytes. */
    long mostBytes() {
        return mostBytes;
    }

    /** Whether no call of it begins any more. */
    public boolean isClosed() {
        return running.program().isEmpty();
    }

    /** The program for one call; the next call may get another one. */
    Program program() {
        return running.program().orElseThrow(() -> new IllegalStateException(name() + " is closed; load it again"));
    }

    /** What carries its requests, made the first time; its idle connections close when it does. */
    synchronized HttpTransport transport(Supplier<HttpTransport> maker) {
        if (transport.isEmpty()) {
            HttpTransport made = maker.get();
            closing.add(made::closeIdle);
            transport = Optional.of(made);
        }
        return transport.get();
    }

    /** From now on calls run this compiled program. */
    synchronized void use(Program program) {
        if (running.program().isPresent()) {
            Optional<Snapshot> snapshot = running.snapshot();
            Program next = snapshot.map(program::beginningWith).orElse(program);
            running = new Running(Tier.COMPILED, Optional.of(next), snapshot);
        }
    }

    /** When it is compiled. */
    CompilationSchedule schedule() {
        return schedule;
    }

    /** Gives back what it holds of the budget when it is closed, or when nobody refers to it any more. */
    void keeps(Permit held) {
        CLEANER.register(this, held::close);
        closing.add(held::close);
    }

    /** Has an action run when the connector is closed, at once if it is; the result takes it back. */
    Runnable onClose(Runnable action) {
        return closing.add(action);
    }

    /**
     * Whether it may leave an empty output out: it is a command that imports from the public contract's module, and nothing from
     * Airlock's own.
     */
    boolean mayOmitOutput() {
        return style() == ConnectorStyle.COMMAND
                && imports.stream().anyMatch(wanted -> wanted.module().equals(CatalogueEntry.ALIAS))
                && imports.stream().noneMatch(wanted -> wanted.module().equals(CatalogueEntry.AIRLOCK));
    }

    /** What it imports, in the order of the module, each with what supplies it. */
    List<Import> imports() {
        return imports;
    }

    /** Counts a thread that does not come back, until it does. */
    void addLeaked(CallThreads.Task task) {
        leaked.add(name(), task);
    }
}
