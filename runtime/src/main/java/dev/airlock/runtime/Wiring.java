package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.source.ConnectorFolders;
import dev.airlock.runtime.actions.source.ConnectorRegistry;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.actions.source.PinnedConnector;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.database.SharedDatabase;
import dev.airlock.runtime.database.SharingNotice;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.Lazy;
import dev.airlock.runtime.lifecycle.Closing;
import dev.airlock.runtime.recordings.FolderRecorder;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.runtime.recovery.CredentialRenewal;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.ReversalTokens;
import dev.airlock.runtime.recovery.ReviewQueue;
import dev.airlock.runtime.recovery.breaker.Breakers;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.keys.CallKeys;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.runtime.secrets.HostCredentials;
import dev.airlock.runtime.settings.ConnectorSettings;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.CircuitGate;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.state.SqliteStateStore;
import dev.airlock.sandbox.state.StateStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The wiring of a runtime, opened together and closed together. */
final class Wiring {
    private final AirlockBuilder settings;
    private final CallKeys keys;
    private final Listeners listener;
    private final Closing closing;
    private final OpeningLog log;
    private final RecoveryStore store;
    private final CircuitGate circuits;
    private final Optional<Bindings> bindings;
    private final Optional<HostCredentials> hosts;
    private final Recoveries recoveries;
    private final Sandbox sandbox;
    private final Lazy<ActionRunner> actions;
    private final Lazy<Optional<ConnectorRegistry>> registry;

    private Wiring(AirlockBuilder settings, CallKeys keys, Optional<CodeCache> cache, Closing closing) {
        this.settings = settings;
        this.keys = keys;
        this.closing = closing;
        this.listener = new Listeners(settings.listeners);
        Time time = Time.ofTheMachine();
        this.log = OpeningLog.of(settings);
        closing.add(() -> log.close(settings.closeWithin));
        this.store = shared().map(SharedDatabase::recovery)
                .or(() -> settings.home.map(this::storeIn))
                .orElseGet(RecoveryStore::inMemory);
        closing.add(store::close);
        this.circuits = settings.recovers ? new Breakers(time, settings.circuits, store.circuits()) : CircuitGate.NONE;
        this.bindings = settings.vault.map(vault -> settings.proxy
                .map(proxy -> Bindings.of(vault, settings.addresses, proxy))
                .orElseGet(() -> Bindings.of(vault, settings.addresses)));
        bindings.ifPresent(open -> closing.add(open::close));
        this.hosts = settings.secretStore
                .filter(unused -> !settings.isScripted)
                .map(kept -> new HostCredentials(kept, listener::fault));
        hosts.ifPresent(open -> closing.add(open::close));
        if (hosts.isPresent() && bindings.isPresent()) {
            throw new IllegalStateException("credentials come from a vault or from a secret store, not from both");
        }
        this.recoveries = new Recoveries(
                time,
                RandomSource.secure(),
                store,
                new CredentialRenewal(
                        hosts.map(HostCredentials::refresh)
                                .or(() -> bindings.map(Bindings::refresh))
                                .orElse(CredentialRefresh.none()),
                        settings.incidents.orElseGet(() -> new ReviewQueue(store.reviews(), time))),
                listener::recovering);
        this.sandbox = sandbox(cache);
        closing.add(sandbox::close);
        this.actions = new Lazy<>(this::runner);
        this.registry = new Lazy<>(() -> settings.home.flatMap(home -> ConnectorRegistry.in(home.folder())));
        closing.add(() -> actions.opened().ifPresent(ActionRunner::close));
    }

    /** Returns the database for stores whose content is real. Tells a host that shares the log alone. */
    private Optional<SharedDatabase> shared() {
        if (settings.recorded
                && settings.database.isEmpty()
                && settings.audit.filter(AuditStore::isShared).isPresent()) {
            SharingNotice.say();
        }
        return settings.database.filter(unused -> !settings.isScripted);
    }

    /** Returns the recovery store. Without recovery it is rarely needed, so it is opened on first use. */
    private RecoveryStore storeIn(Home home) {
        Path file = settings.isScripted ? home.scriptedRecovery() : home.recovery();
        return settings.recovers ? SqliteRecoveryStore.open(file) : SqliteRecoveryStore.in(file);
    }

    private ActionRunner runner() {
        ActionRunner.Builder builder = ActionRunner.builder(
                        sandbox, configured(settings.connectors.orElseGet(this::installed)), this::step)
                .conversations(recoveries.conversations())
                .keys(keys)
                .retry(settings.retry)
                .circuits(circuits)
                .audit(calls(), settings.actor)
                .hostFaults(listener::fault)
                .reversals(this::reversal)
                .listener(new ActionNotifier(listener, settings.credentials))
                .loadOptions(this::loadOptions);
        return settings.approver
                .map(builder::approver)
                .orElse(builder)
                .approvalWithin(settings.approvalWithin)
                .build();
    }

    private Result step(RecoveryCall call, Journal journal) {
        Target target = call.target();
        listener.calling(target.connector(), target.op());
        Result result = recoveries.run(settings.recovers ? call : call.withoutRecovery(), journal);
        AuditId id = call.identity().auditId().orElseThrow();
        listener.callEnded(new CallResult(
                target.connector(), target.op(), id, result, journal.recorded(), isReversible(target, id, result)));
        return result;
    }

    /** Returns whether a call can be undone now. Does not ask the store about a call that nothing can undo. */
    boolean isReversible(Target target, AuditId id, Result result) {
        return result instanceof Result.Succeeded succeeded
                && succeeded.recorded().isEmpty()
                && ReversalTokens.reversalOf(target).isPresent()
                && isReversible(id);
    }

    /** Returns whether a call can be reversed; false if the store cannot be read. */
    boolean isReversible(AuditId id) {
        return reversal(id).isPresent();
    }

    /** Returns how the call of a step can be undone. */
    private Optional<StepEnd.Reversal> reversal(AuditId call) {
        try {
            return store.reversals()
                    .find(call.value())
                    .map(token -> new StepEnd.Reversal(call, token.connector(), token.reversal()));
        } catch (StoreUnavailableException e) {
            return Optional.empty(); // the call was made, and its result matters more
        }
    }

    /** Returns the connectors installed in the home, if there is one and the module that reads them is on the class path. */
    Optional<ConnectorRegistry> registry() {
        return registry.get();
    }

    private ConnectorSource installed() {
        return settings.home
                .map(home -> registry.get()
                        .map(ConnectorRegistry::source)
                        .orElse(wanted -> new ConnectorSource.Found.Missing(
                                "It is not in this host: " + ConnectorRegistry.ABSENT + ".")))
                .orElseGet(() -> new ConnectorFolders(List.of()));
    }

    /** Returns the same source, with the settings that the home keeps. */
    private ConnectorSource configured(ConnectorSource source) {
        Optional<ConnectorSettings> kept = settings.home.map(home -> ConnectorSettings.in(home.folder()));
        return kept.isEmpty()
                ? source
                : wanted -> {
                    try {
                        ConnectorSource.Found found = source.find(wanted);
                        return found instanceof ConnectorSource.Found.Files whole
                                ? new ConnectorSource.Found.Files(configured(whole.files(), kept.get()))
                                : found;
                    } catch (IOException e) {
                        return new ConnectorSource.Found.Missing(String.valueOf(e.getMessage()));
                    }
                };
    }

    private static ConnectorFiles configured(ConnectorFiles files, ConnectorSettings kept) throws IOException {
        Optional<ConnectorIdentity> identity = files.identity();
        return identity.isPresent() ? files.setTo(kept.of(identity.get())) : files;
    }

    /**
     * Returns a manifest with the settings that came with the files, or else those in the home. Reports a missing value with the next step.
     */
    Parsed<ConnectorManifest> configured(ConnectorFiles files, ConnectorIdentity identity, ConnectorManifest manifest) {
        try {
            return settings.home.isPresent() && files.settings().isEmpty()
                    ? ConnectorSettings.in(settings.home.get().folder()).configure(identity, manifest)
                    : ConnectorSettings.configured(manifest, files.settings());
        } catch (IOException e) {
            return Parsed.wrong("the settings cannot be used", String.valueOf(e.getMessage()));
        }
    }

    /** Returns the options of an action's connector, with the credentials that are bound for it. */
    private LoadOptions loadOptions(PinnedConnector pinned) {
        Optional<ConnectorIdentity> identity = pinned.files().identity();
        CredentialSource source =
                identity.map(known -> chosenFor(known, pinned.manifest())).orElse(settings.credentials);
        LoadOptions options =
                settings.actionOptions.apply(LoadOptions.standard().withCredentials(source));
        return recorded(
                identity.map(known -> options.withIdentity(stateIdentity(known, pinned.files())))
                        .orElse(options),
                pinned.files());
    }

    /**
     * Returns the identity under which a connector's state is kept. On another machine, the folder of an unsigned connector may hold other
     * content; so in a shared database its content hash is part of its identity.
     */
    ConnectorIdentity stateIdentity(ConnectorIdentity identity, ConnectorFiles files) {
        return settings.database.isPresent() && identity instanceof ConnectorIdentity.Unsigned unsigned
                ? new ConnectorIdentity.Unsigned(
                        unsigned.name(), unsigned.folder().resolve(files.hash().replace(':', '-')))
                : identity;
    }

    /** Returns the credentials of an action's connector. If the vault cannot be read, the call that needs a secret reports it. */
    private CredentialSource chosenFor(ConnectorIdentity identity, ConnectorManifest manifest) {
        try {
            return bindings.isPresent()
                    ? bindings.get().sourceAmong(identity, manifest, settings.chosenBindings)
                    : credentials(identity, manifest);
        } catch (VaultUnusableException e) {
            return credentials(identity, manifest);
        }
    }

    ActionRunner actionRunner() {
        return actions.get();
    }

    /** Opens everything now, or throws. */
    static Wiring open(AirlockBuilder settings) throws IOException {
        CallKeys keys =
                settings.home.isPresent() ? CallKeys.at(settings.home.get().callsKey()) : CallKeys.ephemeral();
        Optional<CodeCache> cache = settings.codeCache;
        if (cache.isEmpty() && settings.caches && settings.home.isPresent()) {
            cache = Optional.of(cacheIn(settings.home.get()));
        }
        Wiring wiring = open(settings, keys, cache);
        try {
            wiring.log.await();
            if (settings.database.isPresent()) {
                var unused = wiring.store.circuits().list(); // connects, and creates the tables
                requireSameKeys(settings.database.get(), settings.home.map(home -> keys));
            }
            return wiring;
        } catch (IOException | RuntimeException e) {
            wiring.closing.close(settings.closeWithin, e::addSuppressed);
            throw e;
        }
    }

    /** Requires the secret of tool calls' keys that the other hosts have, without which a repeated call would be made again. */
    private static void requireSameKeys(SharedDatabase database, Optional<CallKeys> keys) throws IOException {
        if (keys.isEmpty()) {
            return;
        }
        try {
            String own = keys.get().fingerprint();
            if (!database.agreed("calls.key", own).equals(own)) {
                throw new IOException("This home has another calls.key than the other hosts of the database, so a tool"
                        + " call that is repeated here would be made again. Copy calls.key from the home of one of"
                        + " them.");
            }
        } catch (SQLException e) {
            throw new IOException("The database cannot be used: " + e.getMessage(), e);
        }
    }

    /** Opens the log in parallel with the next step, and the rest when it is needed. */
    static Wiring start(AirlockBuilder settings) {
        CallKeys keys = settings.home.map(home -> CallKeys.in(home.callsKey())).orElseGet(CallKeys::ephemeral);
        return open(settings, keys, settings.codeCache);
    }

    private static Wiring open(AirlockBuilder settings, CallKeys keys, Optional<CodeCache> cache) {
        Closing closing = new Closing();
        try {
            return new Wiring(settings, keys, cache, closing);
        } catch (RuntimeException e) {
            closing.close(settings.closeWithin, e::addSuppressed);
            throw e;
        }
    }

    private static CodeCache cacheIn(Home home) throws IOException {
        try {
            return CodeCache.open(Home.codeIn(home.folder()), home.codeKey(), CodeCache.STANDARD_SIZE);
        } catch (CacheUnusableException e) {
            throw new IOException("the cache of compiled code cannot be used", e);
        }
    }

    private Sandbox sandbox(Optional<CodeCache> cache) {
        Sandbox.Builder builder = Sandbox.builder()
                .policy(settings.mostLimits)
                .addresses(settings.addresses)
                .credentials(settings.credentials)
                .circuits(circuits)
                .loadListener(listener::loading)
                .notCompiled(listener::interpreted)
                .hostFaults(listener::fault);
        builder = cache.map(builder::codeCache).orElse(builder);
        builder = settings.proxy.map(builder::proxy).orElse(builder);
        builder = settings.memoryBudget
                .map(MemoryBudget::new)
                .map(builder::memoryBudget)
                .orElse(builder);
        builder = settings.dialer.or(this::trusting).map(builder::dialer).orElse(builder);
        builder = settings.random.map(builder::random).orElse(builder);
        builder = settings.clock.map(builder::clock).orElse(builder);
        Optional<StateStore> state = shared().map(SharedDatabase::state)
                .or(() -> settings.home
                        .filter(home -> !settings.isScripted)
                        .map(home -> SqliteStateStore.in(home.state())));
        state.ifPresent(kept -> closing.add(kept::close));
        builder = state.map(builder::state).orElse(builder);
        return builder.build();
    }

    /** Returns a dialer like the sandbox's own, with the authorities of the settings. */
    private Optional<Dialer> trusting() {
        Optional<Dialer> own = settings.trust.map(trust -> settings.proxy
                .map(proxy -> new SystemDialer(settings.addresses, proxy, trust))
                .orElseGet(() -> new SystemDialer(settings.addresses, trust)));
        own.ifPresent(dialer -> closing.add(dialer::close));
        return own;
    }

    /** Returns the options with a recorder, if calls are recorded and the options name none. */
    LoadOptions recorded(LoadOptions options, ConnectorFiles files) {
        return LoadObservation.recorder(options) == CallRecorder.NONE
                ? settings.recordings
                        .map(where -> LoadObservation.recorded(
                                options,
                                new FolderRecorder(
                                        where,
                                        RecordingFile.Origin.of(files),
                                        files.module(),
                                        call -> true,
                                        why -> listener.fault("recordings", why))))
                        .orElse(options)
                : options;
    }

    /** Returns the source of one connector's secrets. */
    CredentialSource credentials(ConnectorIdentity identity, ConnectorManifest manifest) {
        return hosts.map(store -> store.sourceFor(identity, manifest))
                .or(() -> bindings.map(open -> open.sourceFor(identity, manifest)))
                .orElse(settings.credentials);
    }

    Target target(HostedConnector connector, String op) {
        return new ConnectorTarget(
                sandbox,
                connector.connector(),
                op,
                circuits,
                connector.integrity(),
                Optional.of(connector.credentials()));
    }

    Sandbox sandbox() {
        return sandbox;
    }

    Listeners listener() {
        return listener;
    }

    OpeningLog log() {
        return log;
    }

    AuditedCalls calls() {
        return log.calls();
    }

    RecoveryStore store() {
        return store;
    }

    Recoveries recoveries() {
        return recoveries;
    }

    Optional<Bindings> bindings() {
        return bindings;
    }

    /** Closes everything in reverse order of opening. Returns when that is done or the time is over. */
    void close(Duration within) {
        closing.close(within, fault -> listener.fault("close", fault));
    }
}
