package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.audit.RecordedCall;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.install.Installed;
import dev.airlock.runtime.install.InstalledConnectors;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
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
    private static final String REVERSE = "reverse";

    private final AirlockBuilder settings;
    private final Parts parts;
    private final RunningCalls running;

    Airlock(AirlockBuilder settings) throws IOException {
        this.settings = settings;
        this.parts = Parts.open(settings);
        this.running = new RunningCalls(settings.asyncCalls);
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
        byte[] manifest = bytes(folder.resolve("manifest.toml"), ManifestReader.MAX_BYTES);
        byte[] module = bytes(
                folder.resolve("connector.wasm"), LimitRule.of(LimitName.MODULE).ceiling());
        ManifestResult read = ManifestReader.read("manifest.toml", manifest);
        if (read instanceof ManifestResult.Problems wrong) {
            return new LoadOutcome.Invalid(wrong.problems());
        }
        ConnectorManifest declared = read.orThrow();
        ConnectorIdentity identity = options.identity()
                .orElseGet(() ->
                        new ConnectorIdentity.Unsigned(declared.connector().name(), real(folder)));
        return load(declared, manifest, module, options.withIdentity(identity));
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
                : load(read.orThrow(), manifest, module, options);
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
            return load(
                    whole.manifest(),
                    whole.content().manifest(),
                    whole.content().module(),
                    LoadOptions.standard().withIdentity(whole.identity()));
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

    private LoadOutcome load(ConnectorManifest declared, byte[] manifest, byte[] module, LoadOptions options) {
        ConnectorIdentity identity = options.identity()
                .orElseThrow(() -> new IllegalArgumentException("the options do not say who the connector is"));
        AuditSubject.ConnectorIdentity recorded = AuditSubject.ConnectorIdentity.of(
                declared, identity, ContentHash.of(module, manifest).text());
        CredentialSource credentials = options.credentials().orElseGet(() -> parts.credentials(identity, declared));
        LoadOptions whole = options.withCredentials(credentials);
        LoadResult result = running.load(() -> parts.sandbox().load(declared, module, whole));
        return result.match(
                loaded -> hosted(new HostedConnector(loaded.connector(), recorded, credentials)),
                refused -> notLoaded(recorded, refused.failure()),
                cancelled -> new LoadOutcome.Cancelled());
    }

    private LoadOutcome hosted(HostedConnector connector) {
        parts.listener().loaded(connector);
        return new LoadOutcome.Loaded(connector);
    }

    /**
     * Makes a call, and does about its failures what is to be done. Never throws for what a connector or the outside world did. An
     * interruption of the calling thread cancels the call and stays set.
     *
     * @throws IllegalStateException if this or the connector is closed
     */
    public CallResult call(HostedConnector connector, CallRequest request) {
        return running.call(request.cancellation(), () -> called(connector, request));
    }

    /**
     * The same on another thread. To cancel the future, or to complete it in any other way ({@code orTimeout} does), cancels the call.
     *
     * @return completes with a {@link CallResult}, exceptionally only for mistakes of the caller
     */
    public CompletableFuture<CallResult> callAsync(HostedConnector connector, CallRequest request) {
        return running.async(request.cancellation(), () -> called(connector, request));
    }

    private CallResult called(HostedConnector connector, CallRequest request) {
        AuditId id = AuditId.random();
        String actor = request.actor().orElse(settings.actor);
        RecoveryCall call = RecoveryCall.of(target(connector, request.op()), request.args())
                .as(new RecoveryCall.Identity(
                        Optional.of(id),
                        actor,
                        request.key(),
                        Optional.of(UUID.randomUUID().toString())))
                .from(request.source())
                .with(request.retry().orElse(settings.retry))
                .with(request.step())
                .endedBy(request.cancellation());
        RecordedCall journal = parts.calls()
                .journal(new AuditSubject(id, actor, connector.recorded(), request.op()), connector.secrets());
        fallback(request).ifPresent(journal::fallingBackOn);
        Result result = request.conversation()
                .map(conversation -> parts.recoveries().runIn(conversation, call, request.insists(), journal))
                .orElseGet(() -> parts.recoveries().run(call, journal));
        return told(connector, request.op(), id, result, journal);
    }

    private static Optional<AuditSubject.ConnectorIdentity> fallback(CallRequest request) {
        return request.step()
                .fallback()
                .flatMap(other -> other.target() instanceof HostedTarget hosted
                        ? Optional.of(hosted.hosted().recorded())
                        : Optional.empty());
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
        Cancellation cancellation = new Cancellation();
        return running.call(
                cancellation, () -> reversed(connector, Recoveries.Reversal.of(call, reason), cancellation));
    }

    private CallResult reversed(HostedConnector connector, Recoveries.Reversal reversal, Cancellation cancellation) {
        AuditSubject subject = new AuditSubject(reversal.auditId(), settings.actor, connector.recorded(), REVERSE);
        RecordedCall journal = parts.calls().journal(subject, Redactor.ofNothing());
        Result result = parts.recoveries()
                .reverse(
                        reversal,
                        token -> token.connector().equals(connector.name())
                                ? Optional.of(target(connector, token.reversal()))
                                : Optional.empty(),
                        cancellation,
                        journal);
        return told(connector, REVERSE, reversal.auditId(), result, journal);
    }

    private CallResult told(HostedConnector connector, String op, AuditId id, Result result, RecordedCall journal) {
        CallResult whole =
                new CallResult(connector.name(), op, id, result, journal.recorded(), isReversible(id, result));
        parts.listener().called(whole);
        return whole;
    }

    private boolean isReversible(AuditId id, Result result) {
        try {
            return result instanceof Result.Succeeded succeeded
                    && succeeded.recorded().isEmpty()
                    && parts.store().reversals().find(id.value()).isPresent();
        } catch (StoreUnavailableException e) {
            return false; // the call was made, and what it came to matters more
        }
    }

    /** One operation of a connector, for instance as the fallback of a step: {@code StepDeclaration.NONE.orElse(target, args)}. */
    public Target target(HostedConnector connector, String op) {
        return new HostedTarget(connector, parts.target(connector.connector(), op));
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

    /** The audit log, to read, verify and prune it, and to record consents. */
    public AuditLog audit() {
        return parts.audit();
    }

    /** Failures that wait for a person. */
    public ReviewStore reviews() {
        return parts.store().reviews();
    }

    /**
     * Ends everything: no call begins any more, those that run are cancelled and waited for, and what is open is closed. Returns
     * within the time that {@link AirlockBuilder#closeWithin} sets, whatever connectors and storage do. A second time does nothing. Whoever
     * is called by a call, a listener for instance, may close too; that call is then not waited for.
     */
    @Override
    public void close() {
        Duration most = settings.closeWithin;
        long start = System.nanoTime();
        if (running.close(most.multipliedBy(3).dividedBy(4))) {
            parts.close(most.minusNanos(System.nanoTime() - start));
        }
    }

    /** At most one byte more than is permitted, which whoever reads them then refuses. */
    private static byte[] bytes(Path file, long most) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Math.toIntExact(most + 1));
        }
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath().normalize();
        }
    }
}
