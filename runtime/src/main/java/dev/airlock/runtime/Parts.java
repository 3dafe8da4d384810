package dev.airlock.runtime;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.ConnectorFolders;
import dev.airlock.runtime.actions.ConnectorSource;
import dev.airlock.runtime.actions.PinnedConnector;
import dev.airlock.runtime.actions.StepCaller;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditedCalls;
import dev.airlock.runtime.audit.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.install.InstalledConnectors;
import dev.airlock.runtime.recovery.CallKeys;
import dev.airlock.runtime.recovery.Chance;
import dev.airlock.runtime.recovery.ConnectorTarget;
import dev.airlock.runtime.recovery.CredentialRenewal;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.ReviewQueue;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.Time;
import dev.airlock.runtime.recovery.breaker.Breakers;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.SqliteRecoveryStore;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.cache.CacheUnusableException;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.state.SqliteStateStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a runtime is made of, opened together and closed together. */
final class Parts {
    private final AirlockBuilder settings;
    private final CallKeys keys;
    private final Listeners listener;
    private final Closing closing;
    private final AuditLog audit;
    private final AuditedCalls calls;
    private final RecoveryStore store;
    private final Breakers breakers;
    private final Optional<Bindings> bindings;
    private final Recoveries recoveries;
    private final Sandbox sandbox;
    private final ActionRunner actions;

    private Parts(
            AirlockBuilder settings, CheckpointKey key, CallKeys keys, Optional<CodeCache> cache, Closing closing) {
        this.settings = settings;
        this.keys = keys;
        this.closing = closing;
        this.listener = new Listeners(settings.listeners);
        Time time = Time.ofTheMachine();
        this.audit = AuditLog.builder(
                        settings.audit.orElseGet(
                                () -> settings.home.map(Parts::auditIn).orElseGet(AuditStore::inMemory)),
                        key)
                .bound(settings.auditBound)
                .build();
        closing.add(() -> audit.close(settings.closeWithin));
        this.calls = new AuditedCalls(audit, settings.auditArguments);
        this.store = settings.home
                .map(home -> SqliteRecoveryStore.open(home.recovery()))
                .orElseGet(SqliteRecoveryStore::inMemory);
        closing.add(store::close);
        this.breakers = new Breakers(time, settings.circuits, store.circuits());
        this.bindings = settings.vault.map(vault -> Bindings.of(vault, settings.addresses, settings.proxy));
        bindings.ifPresent(open -> closing.add(open::close));
        this.recoveries = new Recoveries(
                time,
                Chance.secure(),
                store,
                new CredentialRenewal(
                        bindings.map(Bindings::refresh).orElse(CredentialRefresh.none()),
                        settings.incidents.orElseGet(() -> new ReviewQueue(store.reviews(), time))),
                listener::recovering);
        this.sandbox = sandbox(cache);
        closing.add(sandbox::close);
        this.actions = actions();
        closing.add(actions::close);
    }

    private ActionRunner actions() {
        ActionRunner.Builder builder = ActionRunner.builder(
                        sandbox, settings.connectors.orElseGet(this::installed), StepCaller.recovering(recoveries))
                .conversations(recoveries.conversations())
                .keys(keys)
                .circuits(breakers)
                .audit(calls, settings.actor)
                .hostFaults(listener::fault)
                .loadOptions(this::loadOptions);
        settings.approver.ifPresent(builder::approver);
        return builder.build();
    }

    private ConnectorSource installed() {
        return settings.home
                .map(home -> new InstalledConnectors(home.folder()).source())
                .orElseGet(() -> new ConnectorFolders(List.of()));
    }

    /** A connector of an action has the credentials that were bound for it. */
    private LoadOptions loadOptions(PinnedConnector pinned) {
        Optional<ConnectorIdentity> identity = pinned.files().identity();
        CredentialSource source =
                identity.map(known -> credentials(known, pinned.manifest())).orElse(settings.credentials);
        LoadOptions options = LoadOptions.standard().withCredentials(source);
        return identity.map(options::withIdentity).orElse(options);
    }

    ActionRunner actionRunner() {
        return actions;
    }

    static Parts open(AirlockBuilder settings) throws IOException {
        CheckpointKey key = settings.auditKey.isPresent()
                ? settings.auditKey.get()
                : settings.home.isPresent()
                        ? CheckpointKey.at(settings.home.get().auditKey())
                        : CheckpointKey.ephemeral();
        CallKeys keys =
                settings.home.isPresent() ? CallKeys.at(settings.home.get().callsKey()) : CallKeys.ephemeral();
        Optional<CodeCache> cache =
                settings.home.isPresent() ? Optional.of(cacheIn(settings.home.get())) : Optional.empty();
        Closing closing = new Closing();
        try {
            return new Parts(settings, key, keys, cache, closing);
        } catch (RuntimeException e) {
            closing.close(settings.closeWithin, e::addSuppressed);
            throw e;
        }
    }

    private static AuditStore auditIn(Home home) {
        return AuditStore.sqlite(home.auditLog());
    }

    private static CodeCache cacheIn(Home home) throws IOException {
        try {
            return CodeCache.open(Home.codeIn(home.folder()), home.codeKey(), CodeCache.STANDARD_BYTES);
        } catch (CacheUnusableException e) {
            throw new IOException("the cache of compiled code cannot be used", e);
        }
    }

    private Sandbox sandbox(Optional<CodeCache> cache) {
        Sandbox.Builder builder = Sandbox.builder()
                .policy(settings.mostLimits)
                .addresses(settings.addresses)
                .credentials(settings.credentials)
                .circuits(breakers)
                .notCompiled(listener::interpreted)
                .hostFaults(listener::fault);
        cache.ifPresent(builder::codeCache);
        settings.proxy.ifPresent(builder::proxy);
        settings.dialer.ifPresent(builder::dialer);
        settings.home.ifPresent(home -> {
            SqliteStateStore state = SqliteStateStore.in(home.state());
            closing.add(state::close);
            builder.state(state);
        });
        return builder.build();
    }

    /** Where the secrets of one connector come from. */
    CredentialSource credentials(ConnectorIdentity identity, ConnectorManifest manifest) {
        return bindings.map(open -> open.sourceFor(identity, manifest, Optional.empty()))
                .orElse(settings.credentials);
    }

    Target target(Connector connector, String op) {
        return new ConnectorTarget(sandbox, connector, op, breakers);
    }

    Sandbox sandbox() {
        return sandbox;
    }

    Listeners listener() {
        return listener;
    }

    AuditLog audit() {
        return audit;
    }

    AuditedCalls calls() {
        return calls;
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

    /** Closes all, the last that was opened first, and returns when that is done or the time is over. */
    void close(Duration within) {
        closing.close(within, fault -> listener.fault("close", fault));
    }
}
