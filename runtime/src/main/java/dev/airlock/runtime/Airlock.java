package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.manifests.parsing.Problem;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ConnectorFiles;
import dev.airlock.runtime.actions.FolderReading;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.install.Installed;
import dev.airlock.runtime.install.InstalledConnectors;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Connectors inside a host agent: loaded once, called as often as one likes, with recovery, bindings and an audit log.
 *
 * <pre>{@code
 * try (Airlock airlock = Airlock.builder().home(Path.of("airlock")).build()) {
 *     HostedConnector tracker = airlock.load(Path.of("connectors/tracker")).orThrow();
 *     CallResult result = airlock.call(tracker, CallRequest.of("list_issues", args));
 * }
 * }</pre>
 *
 * <p>Thread-safe. Two of them know nothing of each other, but for the heap that calls are admitted against, which is the JVM's.
 */
public final class Airlock implements AutoCloseable {
    private final AirlockBuilder settings;
    private final Parts parts;
    private final Calls calls;
    private final RunningCalls running;
    private final Loads loads;

    Airlock(AirlockBuilder settings, Parts parts) {
        this.settings = settings;
        this.parts = parts;
        this.calls = new Calls(settings, parts);
        this.running = new RunningCalls(settings.asyncCalls);
        this.loads = new Loads(parts, running);
    }

    /** Settings, each with a default: what is made of them as they are keeps everything in memory, and binds no credential. */
    public static AirlockBuilder builder() {
        return AirlockBuilder.standard();
    }

    /**
     * Loads the connector in a folder, {@code manifest.toml} and {@code connector.wasm}. Nobody signed it, so it is the one that lies
     * there: another folder with the same name is another connector.
     *
     * @throws IOException if a file cannot be read
     * @throws IllegalStateException if this is closed
     */
    public LoadOutcome load(Path folder) throws IOException {
        return load(folder, LoadOptions.standard());
    }

    /**
     * The same with options.
     *
     * @param options where they name no identity and no credentials, those of the folder and of its bindings are used
     */
    public LoadOutcome load(Path folder, LoadOptions options) throws IOException {
        FolderReading found = new FolderReading(folder);
        byte[] manifest = found.manifest();
        ManifestResult read = ManifestReader.read("manifest.toml", manifest);
        if (read instanceof ManifestResult.Problems wrong) {
            return new LoadOutcome.Invalid(wrong.problems());
        }
        ConnectorManifest declared = read.orThrow();
        return load(declared, found.files(manifest, declared.connector().reference()), options);
    }

    /**
     * Loads a connector from bytes.
     *
     * @param manifest as it was written
     * @param module its WebAssembly
     * @param options have to say who the connector is
     * @throws IllegalArgumentException if they do not, or an option's limit lies outside its range
     * @throws IllegalStateException if this is closed
     */
    public LoadOutcome load(byte[] manifest, byte[] module, LoadOptions options) {
        ManifestResult read = ManifestReader.read("manifest.toml", manifest);
        return read instanceof ManifestResult.Problems wrong
                ? new LoadOutcome.Invalid(wrong.problems())
                : load(read.orThrow(), new ConnectorFiles(manifest, module), options);
    }

    /**
     * Loads a connector that {@code airlock install} put into {@link AirlockBuilder#home}. Its bytes are hashed, and its signatures held
     * against the keyring that lies there: what was altered, or is signed by nobody who is trusted for it, is refused.
     *
     * @param reference what it is called, {@code github://acme/slack@1.2.0}
     * @throws NoSuchFileException if it is not installed
     * @throws IOException if the store or the keyring cannot be read
     * @throws IllegalArgumentException if that is no name with a version
     * @throws IllegalStateException if there is no home, or this is closed
     */
    public LoadOutcome loadInstalled(String reference) throws IOException {
        Home home = settings.home.orElseThrow(
                () -> new IllegalStateException("nothing is installed without a home; see AirlockBuilder.home"));
        ConnectorReference wanted = ConnectorReference.parse(reference).orThrow();
        Installed found = new InstalledConnectors(home.folder()).find(wanted);
        if (found instanceof Installed.Whole whole) {
            return load(whole.manifest(), whole.files(), LoadOptions.standard());
        }
        if (found instanceof Installed.Refused refused) {
            return notLoaded(AuditSubject.ConnectorIdentity.of(wanted), refused.failure());
        }
        throw new NoSuchFileException(
                home.store().toString(), null, wanted + " is not installed; airlock install does that");
    }

    private LoadOutcome notLoaded(AuditSubject.ConnectorIdentity recorded, Failure failure) {
        parts.calls().notLoaded(settings.actor, recorded, failure);
        parts.listener().notLoaded(recorded, failure);
        return new LoadOutcome.Refused(failure);
    }

    private LoadOutcome load(ConnectorManifest declared, ConnectorFiles files, LoadOptions options) {
        Parsed<ConnectorManifest> configured = parts.configured(files, identity(files, options), declared);
        return configured instanceof Parsed.Wrong<ConnectorManifest> wrong
                ? new LoadOutcome.Invalid(List.of(new Problem("settings", 1, 1, wrong.what(), wrong.right())))
                : load(loadable(configured.orThrow(), files, options));
    }

    private static ConnectorIdentity identity(ConnectorFiles files, LoadOptions options) {
        return options.identity()
                .or(files::identity)
                .orElseThrow(() -> new IllegalArgumentException("the options do not say who the connector is"));
    }

    private Loadable loadable(ConnectorManifest manifest, ConnectorFiles files, LoadOptions options) {
        ConnectorIdentity identity = identity(files, options);
        CredentialSource credentials = options.credentials().orElseGet(() -> parts.credentials(identity, manifest));
        LoadOptions whole = options.withIdentity(identity).withCredentials(credentials);
        return new Loadable(manifest, files, identity, credentials, whole, new OperationShapes(manifest));
    }

    private LoadOutcome load(Loadable wanted) {
        AuditSubject.ConnectorIdentity recorded = wanted.recorded();
        return loads.load(wanted, new Cancellation())
                .match(
                        ready -> new LoadOutcome.Loaded(loads.hosted(wanted, recorded, ready.connector())),
                        refused -> notLoaded(recorded, refused.failure()),
                        cancelled -> new LoadOutcome.Cancelled());
    }

    /**
     * Makes a call, and does about its failures what is to be done. Never throws for what a connector or the outside world did. An
     * interruption of the calling thread cancels the call and stays set.
     *
     * @throws IllegalStateException if this or the connector is closed
     */
    public CallResult call(HostedConnector connector, CallRequest request) {
        return running.call(request.cancellation(), () -> calls.make(connector, request));
    }

    /**
     * The same on another thread. To cancel the future, or to complete it in any other way ({@code orTimeout} does), cancels the call.
     *
     * @return completes with a {@link CallResult}, exceptionally only for mistakes of the caller
     */
    public CompletableFuture<CallResult> callAsync(HostedConnector connector, CallRequest request) {
        return running.async(request.cancellation(), () -> calls.make(connector, request));
    }

    /**
     * Makes a call of a connector that is loaded for it. The record of the call begins beside the load, and has its outcome in any case: a
     * connector that cannot be loaded makes it a call that failed.
     *
     * @param connector the connector's bytes, with a manifest that is right
     * @param options how it is loaded; where they name no identity, the one of the bytes is used, and where they name no credentials,
     *     those of its bindings
     * @throws IllegalArgumentException if the manifest has problems, a setting has no value, nobody says who the connector is, or an option's limit lies outside
     *     its range; then nothing was done
     * @throws IllegalStateException if this is closed
     */
    public CallResult call(ConnectorFiles connector, LoadOptions options, CallRequest request) {
        ConnectorManifest manifest = parts.configured(
                        connector,
                        identity(connector, options),
                        ManifestReader.read("manifest.toml", connector.manifest())
                                .orThrow())
                .orThrow();
        Loadable wanted = loadable(manifest, connector, options);
        return running.call(request.cancellation(), () -> new FreshCall(parts, loads, calls, wanted, request).make());
    }

    /**
     * Undoes a call that succeeded, once, by the operation that its connector's manifest declares for that.
     *
     * @param connector the one that made the call
     * @param call the call's audit id
     * @param reason why, for the record and for the operation
     * @throws StoreUnavailableException if what recovery keeps cannot be read; then nothing was done
     */
    public CallResult reverse(HostedConnector connector, AuditId call, String reason) {
        return call(connector, CallRequest.reversing(call, reason));
    }

    /** Whether a call that was made can be undone, once; not if the store does not say so. */
    public boolean isReversible(AuditId call) {
        return parts.isReversible(call);
    }

    /** One operation of a connector, for instance as the fallback of a step: {@code StepDeclaration.NONE.orElse(target, args)}. */
    public Target target(HostedConnector connector, String op) {
        return calls.target(connector, op);
    }

    /**
     * Runs an action. Never throws for what a caller gave, a connector did or the outside world did. The connectors that it pins are
     * those of {@link AirlockBuilder#connectors}; it and each of its steps are calls in the audit log.
     *
     * @throws IllegalStateException if this is closed
     */
    public ActionOutcome action(ActionCall call) {
        return running.call(call.cancellation(), () -> parts.actionRunner().run(call));
    }

    /** The same on another thread. To cancel the future cancels the action. */
    public CompletableFuture<ActionOutcome> actionAsync(ActionCall call) {
        return running.async(call.cancellation(), () -> parts.actionRunner().run(call));
    }

    /**
     * Actions as the tools of an agent.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    public ActionTools tools(Collection<Action> actions) {
        return new ActionTools(parts.actionRunner(), actions, running::call);
    }

    /** The bindings of the vault; empty without one. */
    public Optional<Bindings> bindings() {
        return parts.bindings();
    }

    /**
     * The audit log, to read, verify and prune it, and to record consents.
     *
     * @throws IllegalStateException if there is none, or it could not be opened
     */
    public AuditLog audit() {
        return parts.log().log();
    }

    /** Failures that wait for a person. */
    public ReviewStore reviews() {
        return parts.store().reviews();
    }

    /**
     * Waits until each connector that is loaded is compiled, or it is certain that it will not be, as long as its limit {@code compile}
     * permits: compiled code is in the cache then, for the next process.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void awaitCompilation() throws InterruptedException {
        loads.awaitCompilation();
        parts.awaitCompilationOfActions(Limits.defaults().time(LimitName.COMPILE));
    }

    /**
     * Ends everything: no call begins any more, those that run are cancelled and waited for, and what is open is closed. Returns
     * within the time that {@link AirlockBuilder#closeWithin} sets, whatever connectors and storage do. A second time does nothing. Whoever
     * is called by a call, a listener for instance, may close too; that call is then not waited for.
     */
    @Override
    public void close() {
        Duration most = settings.closeWithin;
        long start = Clock.SYSTEM.monotonicNanos();
        if (running.close(most.multipliedBy(3).dividedBy(4))) {
            loads.close();
            parts.close(most.minusNanos(Clock.SYSTEM.monotonicNanos() - start));
        }
    }
}
