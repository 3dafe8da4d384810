package dev.airlock.sandbox.load;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.EndHooks;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.instance.Snapshot;
import dev.airlock.sandbox.host.CatalogueEntry;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.imports.ConnectorStyle;
import dev.airlock.sandbox.imports.Import;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.LeakedThreads;
import dev.airlock.sandbox.wasm.ModuleInfo;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A connector that passed every check at load and can be called any number of times, by several threads at once. Made
 * by {@code Sandbox.load}.
 */
public final class Connector implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();

    /** The program of a call, and how it runs; no program once the connector is closed. */
    private record Running(Tier tier, Optional<Program> program, Optional<Snapshot> snapshot) {}

    private final ConnectorManifest manifest;
    private final CredentialSource credentials;
    private final CallRecorder recorder;
    private final Optional<Consumer<FuelProfile>> profiler;
    private final ModuleInfo module;
    private final Limits limits;
    private final boolean beginsWithSnapshot;
    private final Set<CapturedInputs> capturedInputs;
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
        this.capturedInputs =
                captured.map(InitialCapture.Result.Taken::capturedInputs).orElse(Set.of());
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

    /** The manifest that the connector was loaded with. */
    public ConnectorManifest manifest() {
        return manifest;
    }

    /** How the connector takes its calls. */
    public ConnectorStyle style() {
        return ConnectorStyle.of(module);
    }

    /** Whether its calls begin with a state that was captured when it was loaded. */
    public boolean beginsWithSnapshot() {
        return beginsWithSnapshot;
    }

    /** The values that are the same in each of its calls because they were captured; empty without a captured state. */
    public Set<CapturedInputs> capturedInputs() {
        return capturedInputs;
    }

    /** Whether {@code _initialize} runs in each call. */
    public boolean initializesInEachCall() {
        return !beginsWithSnapshot && ConnectorStyle.exports(module, ConnectorStyle.INITIALIZE);
    }

    /** Facts about its module. */
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
     * Waits until it is certain how calls are executed from now on, that is, until a compilation in the background is
     * over, if there is one.
     *
     * @param atMost how long to wait
     * @return whether it is certain
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public boolean awaitCompilation(Duration atMost) throws InterruptedException {
        return schedule.await(atMost);
    }

    /**
     * Ends a compilation in the background, and releases the connector's code once its last call is over. Running calls
     * go on. A second close does nothing.
     */
    @Override
    public void close() {
        synchronized (this) {
            running = new Running(running.tier(), Optional.empty(), Optional.empty());
        }
        schedule.noMoreCalls();
        closing.run();
    }

    /** How long its load waited for a processor and for memory; part of {@link #loadTime}. */
    public Duration loadWait() {
        return Duration.ofMillis(loadWaitMillis);
    }

    /** How long its load took, waiting included. */
    public Duration loadTime() {
        return Duration.ofMillis(loadMillis);
    }

    /**
     * How many calls and loads of a connector of this name ended and have not come back from host code; each holds a
     * thread.
     */
    public int leakedThreads() {
        return leaked.of(name());
    }

    /** The source of its secrets. */
    public CredentialSource credentials() {
        return credentials;
    }

    /** Receives profiles of its calls. */
    public Optional<Consumer<FuelProfile>> profiler() {
        return profiler;
    }

    /** Receives recordings of its calls. */
    public CallRecorder recorder() {
        return recorder;
    }

    /** The answers that its initialization got, if its state was captured and they were recorded. */
    public List<HostEvent> captured() {
        return captured;
    }

    /** Its name, as messages show it. */
    public String name() {
        return manifest.connector().name().toString();
    }

    /** The key of its state. */
    public String stateKey() {
        return stateKey;
    }

    /** The heap that one of its calls holds before its first instruction, in bytes. */
    public long firstBytes() {
        return firstBytes;
    }

    /** The most heap that one of its calls may hold, in bytes. */
    public long mostBytes() {
        return mostBytes;
    }

    /** Whether no more of its calls can begin. */
    public boolean isClosed() {
        return running.program().isEmpty();
    }

    /** The program for one call; the next call may get another one. */
    public Program program() {
        return running.program().orElseThrow(() -> new IllegalStateException(name() + " is closed; load it again"));
    }

    /**
     * Returns the transport of its requests, which the first request makes. Its idle connections close when the
     * connector does.
     */
    public synchronized HttpTransport transport(Supplier<HttpTransport> maker) {
        if (transport.isEmpty()) {
            HttpTransport made = maker.get();
            closing.add(made::closeIdle);
            transport = Optional.of(made);
        }
        return transport.get();
    }

    /** Makes calls run this compiled program from now on. */
    synchronized void use(Program program) {
        if (running.program().isPresent()) {
            Optional<Snapshot> snapshot = running.snapshot();
            Program next = snapshot.map(program::beginningWith).orElse(program);
            running = new Running(Tier.COMPILED, Optional.of(next), snapshot);
        }
    }

    /** Counts the threads of its name that do not come back. */
    LeakedThreads leaked() {
        return leaked;
    }

    /** The schedule of its compilation. */
    public CompilationSchedule schedule() {
        return schedule;
    }

    /** Returns its part of the budget when the connector is closed or no longer referenced. */
    void keeps(Permit held) {
        CLEANER.register(this, held::close);
        closing.add(held::close);
    }

    /** Runs an action when the connector is closed, or at once if it is. The result removes the action. */
    Runnable onClose(Runnable action) {
        return closing.add(action);
    }

    /**
     * Whether it may leave out an empty output: it is a command that imports from the public contract's module, and
     * nothing from Airlock's own.
     */
    public boolean mayOmitOutput() {
        return style() == ConnectorStyle.COMMAND
                && imports.stream().anyMatch(wanted -> wanted.module().equals(CatalogueEntry.ALIAS))
                && imports.stream().noneMatch(wanted -> wanted.module().equals(CatalogueEntry.AIRLOCK));
    }

    /** Its imports in the order of the module, each with what supplies it. */
    public List<Import> imports() {
        return imports;
    }

    /** Counts a thread that does not come back, until it does. */
    public void addLeaked(CallThreads.Task task) {
        leaked.add(name(), task);
    }
}
