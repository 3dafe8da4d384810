package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Problem;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorRegistry;
import dev.airlock.runtime.actions.source.FolderReading;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ConnectorOffer;
import dev.airlock.runtime.actions.tools.ConnectorToolOptions;
import dev.airlock.runtime.actions.tools.RunnerTools;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.lifecycle.Loadable;
import dev.airlock.runtime.lifecycle.RunningCalls;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
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

/** The runtime that a builder makes. Its wiring is opened together. Thread-safe. */
final class LocalAirlock implements Airlock {
    private final AirlockBuilder settings;
    private final Wiring wiring;
    private final Calls calls;
    private final RunningCalls running;
    private final Loads loads;

    LocalAirlock(AirlockBuilder settings, Wiring wiring) {
        this.settings = settings;
        this.wiring = wiring;
        this.calls = new Calls(settings, wiring);
        this.running = new RunningCalls(settings.asyncCalls);
        this.loads = new Loads(wiring, running);
    }

    @Override
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

    @Override
    public LoadOutcome load(byte[] manifest, byte[] module, LoadOptions options) {
        ManifestResult read = ManifestReader.read("manifest.toml", manifest);
        return read instanceof ManifestResult.Problems wrong
                ? new LoadOutcome.Invalid(wrong.problems())
                : load(read.orThrow(), new ConnectorFiles(manifest, module), options);
    }

    @Override
    public LoadOutcome loadInstalled(String reference) throws IOException {
        Home home = settings.home.orElseThrow(
                () -> new IllegalStateException("installed connectors are found in a home; see AirlockBuilder.home"));
        ConnectorReference wanted = ConnectorReference.parse(reference).orThrow();
        ConnectorRegistry.Entry found = wiring.registry()
                .orElseThrow(() -> new IllegalStateException(ConnectorRegistry.ABSENT))
                .find(wanted);
        if (found instanceof ConnectorRegistry.Entry.Found whole) {
            return load(whole.manifest(), whole.files(), LoadOptions.standard());
        }
        if (found instanceof ConnectorRegistry.Entry.Refused refused) {
            return notLoaded(AuditSubject.ConnectorIdentity.of(wanted), refused.failure());
        }
        throw new NoSuchFileException(
                home.store().toString(), null, wanted + " is not installed; install it with airlock install");
    }

    private LoadOutcome notLoaded(AuditSubject.ConnectorIdentity recorded, Failure failure) {
        wiring.calls().notLoaded(settings.actor, recorded, failure);
        wiring.listener().notLoaded(recorded, failure);
        return new LoadOutcome.Refused(failure);
    }

    private LoadOutcome load(ConnectorManifest declared, ConnectorFiles files, LoadOptions options) {
        Parsed<ConnectorManifest> configured = wiring.configured(files, identity(files, options), declared);
        return configured instanceof Parsed.Wrong<ConnectorManifest> wrong
                ? new LoadOutcome.Invalid(List.of(new Problem("settings", 1, 1, wrong.what(), wrong.right())))
                : load(loadable(configured.orThrow(), files, options));
    }

    private static ConnectorIdentity identity(ConnectorFiles files, LoadOptions options) {
        return options.identity()
                .or(files::identity)
                .orElseThrow(() -> new IllegalArgumentException("the options do not identify the connector"));
    }

    private Loadable loadable(ConnectorManifest manifest, ConnectorFiles files, LoadOptions options) {
        ConnectorIdentity identity = identity(files, options);
        CredentialSource credentials = options.credentials().orElseGet(() -> wiring.credentials(identity, manifest));
        LoadOptions whole = wiring.recorded(
                options.withIdentity(wiring.stateIdentity(identity, files)).withCredentials(credentials), files);
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

    @Override
    public CallResult call(HostedConnector connector, CallRequest request) {
        return running.call(request.cancellation(), () -> calls.make(connector, request));
    }

    @Override
    public CompletableFuture<CallResult> callAsync(HostedConnector connector, CallRequest request) {
        return running.async(request.cancellation(), () -> calls.make(connector, request));
    }

    @Override
    public CallResult call(ConnectorFiles connector, LoadOptions options, CallRequest request) {
        ConnectorManifest manifest = wiring.configured(
                        connector,
                        identity(connector, options),
                        ManifestReader.read("manifest.toml", connector.manifest())
                                .orThrow())
                .orThrow();
        Loadable wanted = loadable(manifest, connector, options);
        return running.call(request.cancellation(), () -> new FreshCall(wiring, loads, calls, wanted, request).make());
    }

    @Override
    public boolean isReversible(AuditId call) {
        return wiring.isReversible(call);
    }

    @Override
    public Target target(HostedConnector connector, String op) {
        return calls.target(connector, op);
    }

    @Override
    public ActionOutcome action(ActionCall call) {
        return running.call(call.cancellation(), () -> wiring.actionRunner().run(call));
    }

    @Override
    public CompletableFuture<ActionOutcome> actionAsync(ActionCall call) {
        return running.async(call.cancellation(), () -> wiring.actionRunner().run(call));
    }

    @Override
    public ActionTools tools(Collection<Action> actions) {
        return RunnerTools.of(wiring.actionRunner(), actions, running::call);
    }

    @Override
    public ConnectorOffer offer(String reference, ConnectorToolOptions options) {
        return RunnerTools.offer(
                wiring.actionRunner(), ConnectorReference.parse(reference).orThrow(), options);
    }

    @Override
    public ActionTools connectorTools(ConnectorOffer... offers) {
        ActionTools tools = RunnerTools.ofOffers(wiring.actionRunner(), List.of(offers), running::call);
        if (settings.recorded) {
            List.of(offers).forEach(this::recordConsent);
        }
        return tools;
    }

    private void recordConsent(ConnectorOffer offer) {
        AuditSubject.ConnectorIdentity connector = new AuditSubject.ConnectorIdentity(
                offer.reference().name().toString(), offer.reference().version().toString(), "", offer.hash());
        AuditSubject subject = new AuditSubject(AuditId.random(), settings.actor, connector, "");
        if (audit().record(new AuditEvent.Consent(subject, "connector_tools", offer.lines()))
                instanceof WriteResult.Unrecorded why) {
            throw new IllegalStateException("the consent could not be recorded: " + why.why());
        }
    }

    @Override
    public Optional<Bindings> bindings() {
        return wiring.bindings();
    }

    @Override
    public AuditLog audit() {
        return wiring.log().log();
    }

    @Override
    public ReviewStore reviews() {
        return wiring.store().reviews();
    }

    @Override
    public void awaitCompilation() throws InterruptedException {
        wiring.sandbox().awaitCompilation();
    }

    private void faultAtClose(Throwable fault) {
        wiring.listener().fault("close", fault);
    }

    @Override
    public void close() {
        Duration most = settings.closeWithin;
        long start = Clock.SYSTEM.monotonicNanos();
        if (running.close(most.multipliedBy(3).dividedBy(4), this::faultAtClose)) {
            loads.close();
            wiring.close(most.minusNanos(Clock.SYSTEM.monotonicNanos() - start));
        }
    }
}
