package dev.airlock.runtime;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.HeadKeeper;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.database.SharedDatabase;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.recordings.Recordings;
import dev.airlock.runtime.recovery.RecoveryHandler;
import dev.airlock.runtime.recovery.breaker.BreakerRules;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.secrets.SecretStore;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.GuestRandom;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.net.ssl.X509TrustManager;

/**
 * Settings of an {@link Airlock}, each with a default. Immutable: each method returns a changed copy, so that you can keep one set and vary
 * it.
 */
public final class AirlockBuilder {
    Optional<Home> home = Optional.empty();
    Optional<SharedDatabase> database = Optional.empty();
    Optional<AuditStore> audit = Optional.empty();
    Optional<CheckpointKey> auditKey = Optional.empty();
    List<HeadKeeper> auditHeads = List.of();
    ArgumentPolicy auditArguments = ArgumentPolicy.SHAPE;
    Duration auditBound = AuditLog.STANDARD_BOUND;
    String actor = "host";
    Optional<Vault> vault = Optional.empty();
    CredentialSource credentials = CredentialSource.none();
    Optional<SecretStore> secretStore = Optional.empty();
    RetryPolicy retry = RetryPolicy.standard();
    BreakerRules circuits = BreakerRules.STANDARD;
    Optional<RecoveryHandler> incidents = Optional.empty();
    Limits mostLimits = Limits.ceilings();
    Optional<ByteSize> memoryBudget = Optional.empty();
    AddressRules addresses = AddressRules.publicOnly();
    Optional<InetSocketAddress> proxy = Optional.empty();
    Optional<Dialer> dialer = Optional.empty();
    Optional<X509TrustManager> trust = Optional.empty();
    Optional<Recordings> recordings = Optional.empty();
    Optional<ConnectorSource> connectors = Optional.empty();
    Optional<Approver> approver = Optional.empty();
    Duration approvalWithin = ActionRunner.APPROVAL_WITHIN;
    int asyncCalls = 32;
    Duration closeWithin = Duration.ofSeconds(10);
    List<AirlockListener> listeners = List.of();
    boolean recorded = true;
    boolean recovers = true;
    boolean isScripted;
    boolean caches = true;
    Optional<CodeCache> codeCache = Optional.empty();
    Optional<GuestRandom> random = Optional.empty();
    Optional<Clock> clock = Optional.empty();
    UnaryOperator<LoadOptions> actionOptions = UnaryOperator.identity();
    List<BindingName> chosenBindings = List.of();

    private AirlockBuilder() {}

    static AirlockBuilder standard() {
        return new AirlockBuilder();
    }

    private AirlockBuilder with(Consumer<AirlockBuilder> change) {
        AirlockBuilder other = new AirlockBuilder();
        other.home = home;
        other.database = database;
        other.audit = audit;
        other.auditKey = auditKey;
        other.auditHeads = auditHeads;
        other.auditArguments = auditArguments;
        other.auditBound = auditBound;
        other.actor = actor;
        other.vault = vault;
        other.credentials = credentials;
        other.secretStore = secretStore;
        other.retry = retry;
        other.circuits = circuits;
        other.incidents = incidents;
        other.mostLimits = mostLimits;
        other.memoryBudget = memoryBudget;
        other.addresses = addresses;
        other.proxy = proxy;
        other.dialer = dialer;
        other.trust = trust;
        other.recordings = recordings;
        other.connectors = connectors;
        other.approver = approver;
        other.approvalWithin = approvalWithin;
        other.asyncCalls = asyncCalls;
        other.closeWithin = closeWithin;
        other.listeners = listeners;
        other.recorded = recorded;
        other.recovers = recovers;
        other.isScripted = isScripted;
        other.caches = caches;
        other.codeCache = codeCache;
        other.random = random;
        other.clock = clock;
        other.actionOptions = actionOptions;
        other.chosenBindings = chosenBindings;
        change.accept(other);
        return other;
    }

    /**
     * Sets the folder for everything that outlives the process: the audit log and its key, connectors' state, recovery's keys and
     * reversals, and compiled code. It is created if it does not exist. Several processes may share one, and it may be the folder that
     * {@code AIRLOCK_HOME} names for the command. Default: none; everything stays in memory.
     *
     * <pre>{@code Airlock.builder().home(Path.of("/var/lib/agent/airlock"))}</pre>
     */
    public AirlockBuilder home(Path folder) {
        return with(other -> other.home = Optional.of(new Home(folder)));
    }

    /**
     * Sets the database that this machine shares with others. It holds the audit log, recovery's keys, conversations, reversals, reviews
     * and circuits, and connectors' state: a call that is repeated under its key on another machine is not made again. Bindings, installed
     * connectors, settings and the secret of tool calls' keys stay in {@link #home}. Add {@code airlock-postgres}. Default: none;
     * everything is in {@link #home}.
     *
     * <p>The URL names the user ({@code ?user=agent}), and PostgreSQL's password file has the password. All machines sign with the same
     * {@link #auditKey}.
     *
     * <pre>{@code Airlock.builder().home(folder).database("jdbc:postgresql://db/agent?user=agent")}</pre>
     *
     * @throws IllegalArgumentException if no module takes the URL, or it is not understood; the message shows nothing of it
     */
    public AirlockBuilder database(String url) {
        return database(url, "", "");
    }

    /**
     * Sets the database that this machine shares with others, with a user and a password in which nothing is escaped. See
     * {@link #database(String)}. Default: none.
     *
     * <pre>{@code Airlock.builder().home(folder).database("jdbc:postgresql://db/agent", "agent", password)}</pre>
     *
     * @throws IllegalArgumentException if no module takes the URL, or it is not understood; the message shows nothing of it
     */
    public AirlockBuilder database(String url, String user, String password) {
        SharedDatabase shared = SharedDatabase.at(url, user, password);
        return with(other -> other.database = Optional.of(shared));
    }

    /**
     * Sets the cache that keeps compiled code between processes, for instance in a folder for disposable files. Default: in {@link #home},
     * otherwise none.
     *
     * <pre>{@code Airlock.builder().codeCache(CodeCache.open(folder, keyFile, CodeCache.STANDARD_SIZE))}</pre>
     */
    public AirlockBuilder codeCache(CodeCache cache) {
        return with(other -> other.codeCache = Optional.of(cache));
    }

    /**
     * Keeps no compiled code, so that each process compiles again. Default: it is kept, see {@link #codeCache}.
     *
     * <pre>{@code Airlock.builder().home(folder).withoutCodeCache()}</pre>
     */
    public AirlockBuilder withoutCodeCache() {
        return with(other -> {
            other.codeCache = Optional.empty();
            other.caches = false;
        });
    }

    /**
     * Keeps no audit log. For calls without consequences, such as those of a connector's tests. Default: every call is recorded.
     *
     * <pre>{@code Airlock.builder().unrecorded()}</pre>
     */
    public AirlockBuilder unrecorded() {
        return with(other -> other.recorded = false);
    }

    /**
     * Sets the store of the audit log. It is closed with the runtime. Default: in the {@link #database}; without one, {@code audit.db} in
     * {@link #home}, otherwise in memory.
     *
     * <pre>{@code Airlock.builder().audit(AuditStore.at("jdbc:postgresql://db/agent", "agent", password))}</pre>
     */
    public AirlockBuilder audit(AuditStore store) {
        return with(other -> other.audit = Optional.of(store));
    }

    /**
     * Sets the key that signs the audit log's checkpoints. All writers of one log use the same key; a writer with another key is refused.
     * Default: {@code audit.key} in {@link #home}, created if it does not exist; without a home, a key that ends with the process.
     *
     * <pre>{@code Airlock.builder().auditKey(CheckpointKey.at(Path.of("/etc/agent/audit.key")))}</pre>
     */
    public AirlockBuilder auditKey(CheckpointKey key) {
        return with(other -> other.auditKey = Optional.of(key));
    }

    /**
     * Adds a keeper of the audit log's heads, in a place that a writer of the log cannot change. It is added to those in
     * {@code settings.toml} of {@link #home}. Each use of this method adds one. Default: none.
     *
     * <pre>{@code Airlock.builder().auditHeads(HeadKeeper.file(Path.of("/mnt/elsewhere/heads.jsonl")))}</pre>
     */
    public AirlockBuilder auditHeads(HeadKeeper keeper) {
        return with(other -> other.auditHeads =
                Stream.concat(auditHeads.stream(), Stream.of(keeper)).toList());
    }

    /**
     * Sets how much of calls' arguments the audit log keeps. Default: their names, kinds and lengths.
     *
     * <pre>{@code Airlock.builder().auditArguments(ArgumentPolicy.NONE)}</pre>
     */
    public AirlockBuilder auditArguments(ArgumentPolicy much) {
        return with(other -> other.auditArguments = much);
    }

    /**
     * Sets how long a write to the audit log may take. A slower write counts as failed, and the call is refused. Default: 5 s.
     *
     * <pre>{@code Airlock.builder().auditBound(Duration.ofSeconds(2))}</pre>
     *
     * @throws IllegalArgumentException if it is zero or negative
     */
    public AirlockBuilder auditBound(Duration bound) {
        requirePositive(bound);
        return with(other -> other.auditBound = bound);
    }

    /**
     * Sets the actor of calls that name none. Default: {@code host}.
     *
     * <pre>{@code Airlock.builder().actor("agent-7")}</pre>
     */
    public AirlockBuilder actor(String who) {
        return with(other -> other.actor = who);
    }

    /**
     * Sets the vault whose {@linkplain Airlock#bindings bindings} connectors use. You close it yourself, after the runtime. Default: none,
     * so that nothing is bound.
     *
     * <pre>{@code Airlock.builder().vault(Vault.open(Path.of("vault.json"), passphrase))}</pre>
     */
    public AirlockBuilder vault(Vault open) {
        return with(other -> other.vault = Optional.of(open));
    }

    /**
     * Sets the source of secrets if there is no vault. It serves every connector that asks for a secret of its kind. Default: none is
     * bound.
     *
     * <pre>{@code Airlock.builder().credentials(CredentialSource.of(Map.of("api_key", key)))}</pre>
     */
    public AirlockBuilder credentials(CredentialSource source) {
        return with(other -> other.credentials = source);
    }

    /**
     * Sets the host's own store of connectors' credentials, instead of a {@link #vault}. It is asked once for each call, and again after a
     * service answered 401. Default: none.
     *
     * <pre>{@code Airlock.builder().secretStore(wanted -> SecretStore.Found.of(manager.read(wanted.word())))}</pre>
     */
    public AirlockBuilder secretStore(SecretStore store) {
        return with(other -> other.secretStore = Optional.of(store));
    }

    /**
     * Sets the retry policy of calls, and of actions' steps that name none. Default: {@link RetryPolicy#standard}, three retries after 1, 2
     * and 4 s where a retry is safe.
     *
     * <pre>{@code Airlock.builder().retry(RetryPolicy.standard().withMax(1))}</pre>
     */
    public AirlockBuilder retry(RetryPolicy policy) {
        return with(other -> other.retry = policy);
    }

    /**
     * Makes each call in one attempt, and in a second one only after renewing a credential that the service rejected. There are no reviews,
     * no fallbacks and no circuits. Keys are still recognised, and calls can still be reversed. Default: calls are recovered.
     *
     * <pre>{@code Airlock.builder().withoutRecovery()}</pre>
     */
    public AirlockBuilder withoutRecovery() {
        return with(other -> other.recovers = false);
    }

    /**
     * Sets when the circuit of a connector and a host opens, and for how long. Default: {@link BreakerRules#STANDARD}. It opens for 30 s if
     * half of the last ten exchanges failed, of at least five, and the failures come from at least two calls.
     *
     * <pre>{@code Airlock.builder().circuits(new BreakerRules(20, 10, 80, 3, Duration.ofMinutes(1)))}</pre>
     */
    public AirlockBuilder circuits(BreakerRules rules) {
        return with(other -> other.circuits = rules);
    }

    /**
     * Sets the handler of incidents that recovery cannot solve itself. Default: a review queue, {@link Airlock#reviews}. Credentials of the
     * vault are renewed in any case.
     *
     * <pre>{@code Airlock.builder().incidents(myQueue)}</pre>
     */
    public AirlockBuilder incidents(RecoveryHandler handler) {
        return with(other -> other.incidents = Optional.of(handler));
    }

    /**
     * Sets the upper bound of every connector's limits, whatever its manifest asks for. Each limit has its own unit. Default: the ceilings
     * of the contract.
     *
     * <pre>{@code Airlock.builder().mostLimits(Limits.ceilings().with(LimitName.WALL_TIME, Duration.ofSeconds(10)))}</pre>
     */
    public AirlockBuilder mostLimits(Limits most) {
        return with(other -> other.mostLimits = most);
    }

    /**
     * Sets the heap that all calls and loads of this runtime may use together. A call reserves heap as it needs it. If none is free, it
     * waits within its own time; if it waits in vain, it fails with {@code resource_limit_exceeded}, limit {@code host_busy}. Default: half
     * of the JVM's maximum heap, shared by all runtimes of the JVM.
     *
     * <pre>{@code Airlock.builder().memoryBudget(ByteSize.mib(512))}</pre>
     *
     * @param most the share of the heap; the rest of the application has to fit beside it
     */
    public AirlockBuilder memoryBudget(ByteSize most) {
        return with(other -> other.memoryBudget = Optional.of(most));
    }

    /**
     * Sets the addresses that may be reached. Default: public ones only.
     *
     * <pre>{@code Airlock.builder().addresses(new AddressRules(Set.of(Host.parse("10.0.0.7").orThrow())))}</pre>
     */
    public AirlockBuilder addresses(AddressRules rules) {
        return with(other -> other.addresses = rules);
    }

    /**
     * Sets an HTTP proxy for every connection of connectors and every token request. Default: none, whatever the environment says.
     *
     * <pre>{@code Airlock.builder().proxy(new InetSocketAddress("proxy.internal", 3128))}</pre>
     */
    public AirlockBuilder proxy(InetSocketAddress address) {
        return with(other -> other.proxy = Optional.of(address));
    }

    /**
     * Sets how hosts are reached. Default: by the machine's resolver, with every address checked.
     *
     * <pre>{@code Airlock.builder().dialer(new ScriptedDialer(route, trust))}</pre>
     */
    public AirlockBuilder dialer(Dialer other) {
        return with(copy -> copy.dialer = Optional.of(other));
    }

    /**
     * Sets the authorities that connectors' connections trust, for instance a test authority. Has no effect with a {@link #dialer}.
     * Default: the JVM's trust store.
     *
     * <pre>{@code Airlock.builder().addresses(new AddressRules(Set.of(Host.parse("localhost").orThrow()))).trust(testAuthority)}</pre>
     */
    public AirlockBuilder trust(X509TrustManager authorities) {
        return with(other -> other.trust = Optional.of(authorities));
    }

    /**
     * Records each call in a folder, for replay and inspection. A recording holds the service's answers, without secrets. Default: nothing
     * is recorded.
     *
     * <pre>{@code Airlock.builder().recordings(Recordings.in(Path.of("recordings")))}</pre>
     */
    public AirlockBuilder recordings(Recordings where) {
        return with(other -> other.recordings = Optional.of(where));
    }

    /**
     * Replaces the outside world, for instance by a script. Its answers are not real, so they are kept apart: connectors' state stays in
     * memory, and keys, reversals, reviews and circuits go to a separate file, {@code recovery-scripted.db} in {@link #home}. Default:
     * calls reach the outside world.
     *
     * <pre>{@code Airlock.builder().withScriptedWorld(new ScriptedDialer(route, trust), CredentialSource.of(Map.of("api_key", "made-up-key")))}</pre>
     *
     * @param stage answers instead of the outside world
     * @param props the secrets that it accepts
     */
    public AirlockBuilder withScriptedWorld(Dialer stage, CredentialSource props) {
        return with(copy -> {
            copy.dialer = Optional.of(stage);
            copy.credentials = props;
            copy.isScripted = true;
        });
    }

    /**
     * Sets the source of connectors' random numbers, for calls whose results are compared. Default: the machine's cryptographic source.
     *
     * <pre>{@code Airlock.builder().random(new SplittableRandom(7)::nextBytes)}</pre>
     */
    public AirlockBuilder random(GuestRandom source) {
        return with(other -> other.random = Optional.of(source));
    }

    /**
     * Sets the clock that connectors see. Default: the machine's.
     *
     * <pre>{@code Airlock.builder().clock(Clock.SYSTEM)}</pre>
     */
    public AirlockBuilder clock(Clock other) {
        return with(copy -> copy.clock = Optional.of(other));
    }

    /**
     * Changes how the connectors of actions are loaded; their identity and credentials come from elsewhere. Default: under the limits of
     * their manifests.
     *
     * <pre>{@code Airlock.builder().actionOptions(options -> options.withLimit(LimitName.WALL_TIME, Duration.ofSeconds(10)))}</pre>
     */
    public AirlockBuilder actionOptions(UnaryOperator<LoadOptions> change) {
        return with(other -> other.actionOptions = change);
    }

    /**
     * Chooses the bindings for the connectors of actions where several would fit. Each serves the connector that it was granted to.
     * Default: the only one, or the one called {@code default}.
     *
     * <pre>{@code Airlock.builder().vault(vault).actionBindings(List.of(work))}</pre>
     */
    public AirlockBuilder actionBindings(List<BindingName> chosen) {
        return with(other -> other.chosenBindings = List.copyOf(chosen));
    }

    /**
     * Sets where actions find the connectors that they pin. Default: in {@link #home}, where {@code airlock install} puts them.
     *
     * <pre>{@code Airlock.builder().connectors(new ConnectorFolders(List.of(Path.of("connectors"))))}</pre>
     */
    public AirlockBuilder connectors(ConnectorSource source) {
        return with(other -> other.connectors = Optional.of(source));
    }

    /**
     * Sets the approver of actions that need approval. It may decide at once or later. Default: none, so that such actions are denied.
     *
     * <pre>{@code Airlock.builder().approver(Approver.of("alice", request -> dialog.isAnsweredYes(request.preview())))}</pre>
     */
    public AirlockBuilder approver(Approver who) {
        return with(other -> other.approver = Optional.of(who));
    }

    /**
     * Sets how long an action waits for the approver's decision. After that it is denied. Default: 10 min.
     *
     * <pre>{@code Airlock.builder().approver(desk).approvalWithin(Duration.ofHours(1))}</pre>
     *
     * @throws IllegalArgumentException if it is zero or negative
     */
    public AirlockBuilder approvalWithin(Duration most) {
        requirePositive(most);
        return with(other -> other.approvalWithin = most);
    }

    /**
     * Sets how many calls of {@link Airlock#callAsync} may run at once. Further calls queue. Default: 32.
     *
     * <pre>{@code Airlock.builder().asyncCalls(200)}</pre>
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public AirlockBuilder asyncCalls(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("at least one call may run");
        }
        return with(other -> other.asyncCalls = most);
    }

    /**
     * Sets how long {@link Airlock#close} may take. Default: 10 s.
     *
     * <pre>{@code Airlock.builder().closeWithin(Duration.ofSeconds(3))}</pre>
     *
     * @throws IllegalArgumentException if it is zero or negative
     */
    public AirlockBuilder closeWithin(Duration most) {
        requirePositive(most);
        return with(other -> other.closeWithin = most);
    }

    /**
     * Adds a listener. Default: none.
     *
     * <pre>{@code Airlock.builder().listener(new AirlockMetrics(registry))}</pre>
     */
    public AirlockBuilder listener(AirlockListener one) {
        List<AirlockListener> more = new ArrayList<>(listeners);
        more.add(one);
        return with(other -> other.listeners = List.copyOf(more));
    }

    /**
     * Opens the runtime.
     *
     * @throws IOException if the audit log's key, the settings of the home or the cache of compiled code cannot be read, if the cache
     *     cannot be created, or if the log belongs to another key
     * @throws dev.airlock.runtime.recovery.store.StoreUnavailableException if the recovery store or the database cannot be opened
     */
    public Airlock build() throws IOException {
        return new LocalAirlock(this, Wiring.open(this));
    }

    /**
     * Opens the runtime without waiting, for processes that make one call. The audit log opens in parallel with the first work, such as a
     * connector's load; other persistent files open when they are needed. If the log cannot be opened, calls are refused and say why.
     * Compiled code is kept only if you set a {@link #codeCache}.
     *
     * @throws dev.airlock.runtime.recovery.store.StoreUnavailableException if the recovery store cannot be opened; never
     *     {@linkplain #withoutRecovery without recovery}
     */
    public Airlock start() {
        return new LocalAirlock(this, Wiring.start(this));
    }

    private static void requirePositive(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("that takes some time");
        }
    }
}
