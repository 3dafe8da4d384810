package dev.airlock.runtime;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.ConnectorSource;
import dev.airlock.runtime.audit.ArgumentPolicy;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.CheckpointKey;
import dev.airlock.runtime.audit.HeadKeeper;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.recordings.Recordings;
import dev.airlock.runtime.recovery.RecoveryHandler;
import dev.airlock.runtime.recovery.breaker.BreakerRules;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.secrets.SecretStore;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.AddressRules;
import dev.airlock.sandbox.host.net.Dialer;
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
 * Settings of an {@link Airlock}, each with a default. Immutable: each method gives other settings, so that one set may be kept and
 * varied.
 */
public final class AirlockBuilder {
    Optional<Home> home = Optional.empty();
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
    boolean rehearses;
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
        other.rehearses = rehearses;
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
     * The folder in which everything is kept that outlives the process: the audit log and its key, connectors' state, keys and
     * reversals of recovery, compiled code. It is made if it does not exist; several processes may share one, and it may be the one
     * that {@code AIRLOCK_HOME} names for the command. Default: none, and everything is in memory.
     *
     * <pre>{@code Airlock.builder().home(Path.of("/var/lib/agent/airlock"))}</pre>
     */
    public AirlockBuilder home(Path folder) {
        return with(other -> other.home = Optional.of(new Home(folder)));
    }

    /**
     * Where compiled code is kept between processes, for instance in a folder for what can be made again. Default: in {@link #home}, else
     * nowhere.
     *
     * <pre>{@code Airlock.builder().codeCache(CodeCache.open(folder, keyFile, CodeCache.STANDARD_SIZE))}</pre>
     */
    public AirlockBuilder codeCache(CodeCache cache) {
        return with(other -> other.codeCache = Optional.of(cache));
    }

    /**
     * Keeps no compiled code, so that each process compiles anew. Default: it is kept, see {@link #codeCache}.
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
     * Keeps no audit log, for calls that are tried and mean nothing: those of a connector's tests. Default: every call is recorded.
     *
     * <pre>{@code Airlock.builder().unrecorded()}</pre>
     */
    public AirlockBuilder unrecorded() {
        return with(other -> other.recorded = false);
    }

    /**
     * Where the audit log is kept; closed with the runtime. Default: {@code audit.db} in {@link #home}, else in memory.
     *
     * <pre>{@code Airlock.builder().audit(AuditStore.at("jdbc:postgresql://db/agent", "agent", password))}</pre>
     */
    public AirlockBuilder audit(AuditStore store) {
        return with(other -> other.audit = Optional.of(store));
    }

    /**
     * The key that signs the audit log's checkpoints. All who write to one log have the same; whoever has another is refused. Default: {@code audit.key} in {@link #home}, which is made if it does not exist;
     * else one that is gone with the process.
     *
     * <pre>{@code Airlock.builder().auditKey(CheckpointKey.at(Path.of("/etc/agent/audit.key")))}</pre>
     */
    public AirlockBuilder auditKey(CheckpointKey key) {
        return with(other -> other.auditKey = Optional.of(key));
    }

    /**
     * Who keeps the audit log's heads where whoever writes the log cannot change them, beside what {@link #home} says in {@code
     * settings.toml}. Each call adds one. Default: nobody.
     *
     * <pre>{@code Airlock.builder().auditHeads(HeadKeeper.file(Path.of("/mnt/elsewhere/heads.jsonl")))}</pre>
     */
    public AirlockBuilder auditHeads(HeadKeeper keeper) {
        return with(other -> other.auditHeads =
                Stream.concat(auditHeads.stream(), Stream.of(keeper)).toList());
    }

    /**
     * How much of calls' arguments the audit log keeps. Default: their names, kinds and lengths.
     *
     * <pre>{@code Airlock.builder().auditArguments(ArgumentPolicy.NONE)}</pre>
     */
    public AirlockBuilder auditArguments(ArgumentPolicy much) {
        return with(other -> other.auditArguments = much);
    }

    /**
     * How long a write to the audit log may take before it counts as failed, and a call is refused. Default: 5 s.
     *
     * <pre>{@code Airlock.builder().auditBound(Duration.ofSeconds(2))}</pre>
     *
     * @throws IllegalArgumentException if that is no time at all
     */
    public AirlockBuilder auditBound(Duration bound) {
        requirePositive(bound);
        return with(other -> other.auditBound = bound);
    }

    /**
     * On whose behalf calls are made that name nobody. Default: {@code host}.
     *
     * <pre>{@code Airlock.builder().actor("agent-7")}</pre>
     */
    public AirlockBuilder actor(String who) {
        return with(other -> other.actor = who);
    }

    /**
     * The vault whose {@linkplain Airlock#bindings bindings} connectors use; stays its owner's to close, after the runtime. Default:
     * none, so that nothing is bound.
     *
     * <pre>{@code Airlock.builder().vault(Vault.open(Path.of("vault.json"), passphrase))}</pre>
     */
    public AirlockBuilder vault(Vault open) {
        return with(other -> other.vault = Optional.of(open));
    }

    /**
     * Where secrets come from if there is no vault, for every connector that asks for one of that kind. Default: none is bound.
     *
     * <pre>{@code Airlock.builder().credentials(CredentialSource.of(Map.of("api_key", key)))}</pre>
     */
    public AirlockBuilder credentials(CredentialSource source) {
        return with(other -> other.credentials = source);
    }

    /**
     * Where the host keeps the credentials of each connector, in the place of a {@link #vault}: asked once for each call, and once more
     * after a service answered 401. Default: none.
     *
     * <pre>{@code Airlock.builder().secretStore(wanted -> SecretStore.Found.of(manager.read(wanted.word())))}</pre>
     */
    public AirlockBuilder secretStore(SecretStore store) {
        return with(other -> other.secretStore = Optional.of(store));
    }

    /**
     * When calls are tried again, and steps of actions that do not say it. Default: {@link RetryPolicy#standard}, three retries after 1, 2
     * and 4 s, if that is safe.
     *
     * <pre>{@code Airlock.builder().retry(RetryPolicy.standard().withMax(1))}</pre>
     */
    public AirlockBuilder retry(RetryPolicy policy) {
        return with(other -> other.retry = policy);
    }

    /**
     * Makes each call in one attempt, and in another one only after a credential was renewed that the service does not accept. Nothing is
     * put before anybody, no fallback takes its place, and there are no circuits. Keys are recognised and calls can be reversed all the
     * same. Default: calls are recovered.
     *
     * <pre>{@code Airlock.builder().withoutRecovery()}</pre>
     */
    public AirlockBuilder withoutRecovery() {
        return with(other -> other.recovers = false);
    }

    /**
     * When the circuit of a connector and a host opens, and for how long. Default: {@link BreakerRules#STANDARD}, half of its last ten
     * exchanges there, of five at least, in two calls at least; 30 s.
     *
     * <pre>{@code Airlock.builder().circuits(new BreakerRules(20, 10, 80, 3, Duration.ofMinutes(1)))}</pre>
     */
    public AirlockBuilder circuits(BreakerRules rules) {
        return with(other -> other.circuits = rules);
    }

    /**
     * Who does what recovery leaves to others. Default: a review queue, {@link Airlock#reviews}. Credentials of the vault are renewed
     * in any case.
     *
     * <pre>{@code Airlock.builder().incidents(myQueue)}</pre>
     */
    public AirlockBuilder incidents(RecoveryHandler handler) {
        return with(other -> other.incidents = Optional.of(handler));
    }

    /**
     * The most that any connector gets, whatever its manifest asks for; each limit in its own unit. Default: the ceilings of the
     * contract.
     *
     * <pre>{@code Airlock.builder().mostLimits(Limits.ceilings().with(LimitName.WALL_TIME, Duration.ofSeconds(10)))}</pre>
     */
    public AirlockBuilder mostLimits(Limits most) {
        return with(other -> other.mostLimits = most);
    }

    /**
     * The heap that all calls and loads of this runtime may take together. A call holds what it uses and waits for more, within its
     * time, while others hold it; what waits in vain is a {@code resource_limit_exceeded} whose limit is {@code host_busy}. Default:
     * half of the JVM's largest heap, which all runtimes of the JVM share.
     *
     * <pre>{@code Airlock.builder().memoryBudget(ByteSize.mib(512))}</pre>
     *
     * @param most of the heap; what else the application needs has to fit beside it
     */
    public AirlockBuilder memoryBudget(ByteSize most) {
        return with(other -> other.memoryBudget = Optional.of(most));
    }

    /**
     * Which addresses may be reached. Default: public ones only.
     *
     * <pre>{@code Airlock.builder().addresses(new AddressRules(Set.of(Host.parse("10.0.0.7").orThrow())))}</pre>
     */
    public AirlockBuilder addresses(AddressRules rules) {
        return with(other -> other.addresses = rules);
    }

    /**
     * A proxy for HTTP that every connection of connectors goes through, and every request for a token. Default: none, whatever the environment says.
     *
     * <pre>{@code Airlock.builder().proxy(new InetSocketAddress("proxy.internal", 3128))}</pre>
     */
    public AirlockBuilder proxy(InetSocketAddress address) {
        return with(other -> other.proxy = Optional.of(address));
    }

    /**
     * How hosts are reached. Default: by the machine's resolver, every address checked.
     *
     * <pre>{@code Airlock.builder().dialer(new ScriptedDialer(route, trust))}</pre>
     */
    public AirlockBuilder dialer(Dialer other) {
        return with(copy -> copy.dialer = Optional.of(other));
    }

    /**
     * Whom connections of connectors trust, a test's own authority for instance; without effect with a {@link #dialer}. Default: the JVM's
     * trust store.
     *
     * <pre>{@code Airlock.builder().addresses(new AddressRules(Set.of(Host.parse("localhost").orThrow()))).trust(testAuthority)}</pre>
     */
    public AirlockBuilder trust(X509TrustManager authorities) {
        return with(other -> other.trust = Optional.of(authorities));
    }

    /**
     * Where each call is recorded, to be replayed and looked into later: what the service answered lies there, without secrets. Default:
     * nowhere.
     *
     * <pre>{@code Airlock.builder().recordings(Recordings.in(Path.of("recordings")))}</pre>
     */
    public AirlockBuilder recordings(Recordings where) {
        return with(other -> other.recordings = Optional.of(where));
    }

    /**
     * Lets something play the outside world, a script for instance. What it answers is not to be remembered as true: connectors' state is
     * kept in memory, and keys, reversals, reviews and circuits in a file of their own, {@code recovery-scripted.db} in {@link #home}.
     * Default: calls reach the outside world.
     *
     * <pre>{@code Airlock.builder().rehearsing(new ScriptedDialer(route, trust), CredentialSource.of(Map.of("api_key", "made-up-key")))}</pre>
     *
     * @param stage what answers
     * @param props the secrets that it knows
     */
    public AirlockBuilder rehearsing(Dialer stage, CredentialSource props) {
        return with(copy -> {
            copy.dialer = Optional.of(stage);
            copy.credentials = props;
            copy.rehearses = true;
        });
    }

    /**
     * Where connectors' random numbers come from, for calls that are compared. Default: the machine's cryptographic source.
     *
     * <pre>{@code Airlock.builder().random(new SplittableRandom(7)::nextBytes)}</pre>
     */
    public AirlockBuilder random(GuestRandom source) {
        return with(other -> other.random = Optional.of(source));
    }

    /**
     * What time it is for connectors. Default: the machine's.
     *
     * <pre>{@code Airlock.builder().clock(Clock.SYSTEM)}</pre>
     */
    public AirlockBuilder clock(Clock other) {
        return with(copy -> copy.clock = Optional.of(other));
    }

    /**
     * How the connectors of actions are loaded, beside their identity and their credentials. Default: under the limits of their manifests.
     *
     * <pre>{@code Airlock.builder().actionOptions(options -> options.withLimit(LimitName.WALL_TIME, Duration.ofSeconds(10)))}</pre>
     */
    public AirlockBuilder actionOptions(UnaryOperator<LoadOptions> change) {
        return with(other -> other.actionOptions = change);
    }

    /**
     * The bindings that the connectors of actions use where several would do, each for whichever connector it was granted to. Default: the
     * only one, or the one called {@code default}.
     *
     * <pre>{@code Airlock.builder().vault(vault).actionBindings(List.of(work))}</pre>
     */
    public AirlockBuilder actionBindings(List<BindingName> chosen) {
        return with(other -> other.chosenBindings = List.copyOf(chosen));
    }

    /**
     * Where actions find the connectors that they pin. Default: in {@link #home}, where {@code airlock install} puts them.
     *
     * <pre>{@code Airlock.builder().connectors(new ConnectorFolders(List.of(Path.of("connectors"))))}</pre>
     */
    public AirlockBuilder connectors(ConnectorSource source) {
        return with(other -> other.connectors = Optional.of(source));
    }

    /**
     * Who approves actions that need it, now or later. Default: nobody, so that they are denied.
     *
     * <pre>{@code Airlock.builder().approver(Approver.of("alice", request -> dialog.isAnsweredYes(request.preview())))}</pre>
     */
    public AirlockBuilder approver(Approver who) {
        return with(other -> other.approver = Optional.of(who));
    }

    /**
     * How long a decision of whoever approves is waited for; after that the action is denied. Default: 10 min.
     *
     * <pre>{@code Airlock.builder().approver(desk).approvalWithin(Duration.ofHours(1))}</pre>
     *
     * @throws IllegalArgumentException if that is no time at all
     */
    public AirlockBuilder approvalWithin(Duration most) {
        requirePositive(most);
        return with(other -> other.approvalWithin = most);
    }

    /**
     * How many calls of {@link Airlock#callAsync} may run at once; others wait for their turn. Default: 32.
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
     * How long {@link Airlock#close} may take. Default: 10 s.
     *
     * <pre>{@code Airlock.builder().closeWithin(Duration.ofSeconds(3))}</pre>
     *
     * @throws IllegalArgumentException if that is no time at all
     */
    public AirlockBuilder closeWithin(Duration most) {
        requirePositive(most);
        return with(other -> other.closeWithin = most);
    }

    /**
     * One more who is told what happens. Default: nobody.
     *
     * <pre>{@code Airlock.builder().listener(new AirlockMetrics(registry))}</pre>
     */
    public AirlockBuilder listener(AirlockListener one) {
        List<AirlockListener> more = new ArrayList<>(listeners);
        more.add(one);
        return with(other -> other.listeners = List.copyOf(more));
    }

    /**
     * The runtime.
     *
     * @throws IOException if the audit log's key or the settings of the home cannot be read, if the log belongs to another key, or the cache of compiled code cannot be read or made
     * @throws dev.airlock.runtime.recovery.store.StoreUnavailableException if what recovery keeps cannot be opened
     */
    public Airlock build() throws IOException {
        return new LocalAirlock(this, Parts.open(this));
    }

    /**
     * The runtime, at once: the audit log is opened beside whatever comes first, a connector's load for instance, and what else outlives
     * the process when it is needed. A log that cannot be opened refuses calls, which say why. Compiled code is kept only in a {@link
     * #codeCache} that is given. For processes that make one call.
     *
     * @throws dev.airlock.runtime.recovery.store.StoreUnavailableException if what recovery keeps cannot be opened; never {@linkplain
     *     #withoutRecovery without recovery}
     */
    public Airlock start() {
        return new LocalAirlock(this, Parts.start(this));
    }

    private static void requirePositive(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("that takes some time");
        }
    }
}
