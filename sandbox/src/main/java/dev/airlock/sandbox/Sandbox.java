package dev.airlock.sandbox;

import dev.airlock.failures.Failure;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadListener;
import dev.airlock.sandbox.api.LoadObservation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.host.CircuitGate;
import dev.airlock.sandbox.host.HostEnvironment;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.load.BackgroundCompiler;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadAdmission;
import dev.airlock.sandbox.load.LoadRequest;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.load.LoadTools;
import dev.airlock.sandbox.load.Loader;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.recording.HostInterceptor;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.run.CallHooks;
import dev.airlock.sandbox.run.Invocation;
import dev.airlock.sandbox.state.StateStore;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.Deadlines;
import dev.airlock.sandbox.thread.LeakedThreads;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.UrlRecording;
import dev.airlock.sandbox.wasi.GuestRandom;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Loads connectors and runs their calls. {@link #invoke} never throws for what a guest or the outside world did.
 *
 * <pre>{@code
 * try (Sandbox sandbox = Sandbox.builder().build()) {
 *     if (sandbox.load(manifest, module, LoadOptions.standard()) instanceof LoadResult.Loaded loaded) {
 *         Outcome outcome = sandbox.invoke(loaded.connector(), Call.of("list_issues", args));
 *     }
 * }
 * }</pre>
 *
 * <p>Thread-safe: any number of calls may run at once, on one connector or on several.
 */
public final class Sandbox implements AutoCloseable {
    /** How many threads of a connector may be leaked by calls and loads before it is not called or loaded again. */
    public static final int MAX_LEAKED_THREADS = 4;

    private final Limits policy;
    private final AddressRules addresses;
    private final CredentialSource credentials;
    private final CircuitGate circuits;
    private final Optional<Dialer> ownDialer;
    private final Transports transports;
    private final Optional<StateStore> ownState;
    private final StateStore state;
    private final UrlRecording urls;
    private final Clock clock;
    private final GuestRandom random;
    private final CallBoundary boundary;
    private final JvmShare share;
    private final CallThreads threads = new CallThreads();
    private final Deadlines deadlines = new Deadlines();
    private final BackgroundCompiler background;
    private final LoadTools tools;
    private final LeakedThreads leaked = new LeakedThreads();
    private volatile boolean closed;

    private Sandbox(Builder builder) {
        this.policy = builder.policy;
        this.addresses = builder.addresses;
        this.credentials = builder.credentials;
        this.circuits = builder.circuits;
        this.ownDialer = builder.dialer.isPresent()
                ? Optional.empty()
                : Optional.of(builder.proxy
                        .map(proxy -> new SystemDialer(builder.addresses, proxy))
                        .orElseGet(() -> new SystemDialer(builder.addresses)));
        this.transports = new Transports(builder.dialer.or(() -> ownDialer).orElseThrow(), builder.timeouts);
        this.ownState = builder.state.isPresent() ? Optional.empty() : Optional.of(StateStore.inMemory());
        this.state = builder.state.or(() -> ownState).orElseThrow();
        this.urls = builder.urls;
        this.clock = builder.clock;
        this.random = builder.random;
        this.boundary = new CallBoundary(builder.hostFaults);
        this.share = builder.share;
        this.background = new BackgroundCompiler(share, threads, builder.notCompiled);
        Engine engine = builder.codeCache
                .map(cache -> Engine.of(cache, builder.classPass, builder.notCompiled))
                .orElseGet(() -> Engine.of(builder.classPass, builder.notCompiled));
        this.tools = new LoadTools(
                engine, background, boundary, builder.loadListener, threads, clock, random, share, leaked);
    }

    /**
     * Returns the builder of a sandbox with the machine's network, clocks and random numbers, no credentials, and no
     * cache.
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Makes a connector ready to be called. Waits, as long as the limit {@code compile} permits, for a processor and
     * for enough of the memory budget. An interruption of the calling thread ends the load and stays set.
     *
     * @param module the connector's WebAssembly, as its author built it
     * @throws IllegalArgumentException if an option's limit lies outside its permitted range
     * @throws IllegalStateException if the sandbox is closed
     */
    public LoadResult load(ConnectorManifest manifest, byte[] module, LoadOptions options) {
        requireOpen();
        Limits limits = limits(manifest, options.limits());
        LoadBudget budget = new LoadBudget(Clock.SYSTEM, limits.get(LimitName.COMPILE));
        LoadAdmission admission = admission(manifest, budget);
        Loader loader = new Loader(tools, request(manifest, limits, options), budget, admission);
        return new Loading<>(loader, budget, admission, loader::refused, loader::cancelled).run(threads, () -> {
            LoadResult result = loader.load(module);
            if (result instanceof LoadResult.Loaded && manifest.capabilities().state()) {
                state.prepare();
            }
            return result;
        });
    }

    /**
     * Returns every problem that keeps a module from being loaded under that manifest; empty if there is none.
     *
     * @throws CancellationException if the calling thread is interrupted, which stays set
     */
    public List<Failure> check(ConnectorManifest manifest, byte[] module) {
        requireOpen();
        Limits limits = limits(manifest, Map.of());
        LoadBudget budget = new LoadBudget(Clock.SYSTEM, limits.get(LimitName.COMPILE));
        LoadAdmission admission = admission(manifest, budget);
        LoadRequest request = request(manifest, limits, LoadOptions.standard().withTier(Tier.COMPILED));
        Loader loader = new Loader(tools, request, budget, admission);
        return new Loading<Optional<List<Failure>>>(
                        loader, budget, admission, failure -> Optional.of(List.of(failure)), Optional::empty)
                .run(threads, () -> Optional.of(loader.problems(module)))
                .orElseThrow(() -> new CancellationException("the check was interrupted"));
    }

    private LoadRequest request(ConnectorManifest manifest, Limits limits, LoadOptions options) {
        return new LoadRequest(
                manifest,
                limits,
                options.tier(),
                options.identity(),
                options.credentials().orElse(credentials),
                LoadObservation.recorder(options),
                LoadObservation.captured(options),
                LoadObservation.profiler(options));
    }

    private LoadAdmission admission(ConnectorManifest manifest, LoadBudget budget) {
        return new LoadAdmission(manifest.connector().name().toString(), share, budget);
    }

    /** The number of threads of that connector's calls and loads that were ended and have not come back. */
    int leakedThreads(String connector) {
        return leaked.of(connector);
    }

    /**
     * Runs one call in a fresh instance, within its limits, and returns its outcome. An interruption of the calling
     * thread cancels the call and stays set.
     *
     * @throws IllegalArgumentException if the call's arguments nest deeper than 1,000 levels, or hold a number that
     *     JSON does not have, such as NaN
     * @throws IllegalStateException if the sandbox or the connector is closed
     */
    public Outcome invoke(Connector connector, Call call) {
        return invoke(connector, call, Optional::empty);
    }

    /**
     * Runs one call in the same way, with a last check before it begins.
     *
     * @param lastLook says why the call must not begin. It is asked if the call had to wait for memory, once it has it.
     *     If it returns a failure, nothing of the connector runs, and the call is not recorded for replay.
     */
    public Outcome invoke(Connector connector, Call call, Supplier<Optional<Failure>> lastLook) {
        return invoke(connector, call, lastLook, connector.credentials());
    }

    /**
     * Runs one call in the same way, with secrets of its own.
     *
     * @param credentials the source of those secrets
     */
    public Outcome invoke(
            Connector connector, Call call, Supplier<Optional<Failure>> lastLook, CredentialSource credentials) {
        CallRecorder recorder = connector.recorder();
        if (!recorder.wants(call.auditId())) {
            return profiled(
                    connector, call, CallHooks.LIVE.lookedAt(lastLook).with(credentials), (invocation, outcome) -> {});
        }
        Recorder interceptor = new Recorder();
        return profiled(
                connector,
                call,
                CallHooks.recorded(interceptor).lookedAt(lastLook).with(credentials),
                (invocation, outcome) -> recorder.recorded(invocation.recorded(interceptor, outcome)));
    }

    /**
     * Runs a recorded call again, without the world: the replayer gives every answer. Load the connector
     * {@linkplain LoadObservation#replaying for that recording}.
     *
     * @param interceptor replays the recording's events
     */
    public Outcome replay(Connector connector, Recording recording, HostInterceptor interceptor) {
        Recording.Asked asked = recording.asked();
        Call call = new Call(
                asked.op(), asked.args(), asked.idempotencyKey(), asked.attempt(), asked.auditId(), new Cancellation());
        return invoke(connector, call, CallHooks.replayed(recording, interceptor), (invocation, outcome) -> {});
    }

    private Outcome profiled(
            Connector connector, Call call, CallHooks course, BiConsumer<Invocation, Outcome> whenOver) {
        if (connector.profiler().isEmpty()) {
            return invoke(connector, call, course, whenOver);
        }
        FuelProfile profile = new FuelProfile();
        Outcome outcome = invoke(connector, call, course.profiledIn(profile), whenOver);
        connector.profiler().get().accept(profile);
        return outcome;
    }

    private Outcome invoke(Connector connector, Call call, CallHooks course, BiConsumer<Invocation, Outcome> whenOver) {
        if ((closed || connector.isClosed()) && call.cancellation().requested()) {
            return Outcome.Cancelled.beforehand(connector
                    .loadTime()
                    .toMillis()); // an owner that closes the sandbox cancels its running calls first
        }
        requireOpen();
        if (connector.leakedThreads() >= MAX_LEAKED_THREADS) {
            return new Outcome.Failed(
                    leaked.failure(connector.name(), call.auditId())
                            .withSideEffects(SideEffects.none(call.idempotencyKey())),
                    Usage.none(connector.loadTime().toMillis()),
                    Transcript.EMPTY);
        }
        HostEnvironment environment = new HostEnvironment(
                connector.manifest(),
                connector.limits(),
                addresses,
                course.credentials().orElse(connector.credentials()),
                transports.of(connector),
                circuits,
                urls,
                clock);
        connector.schedule().callBegins();
        try {
            Invocation invocation = new Invocation(connector, call, environment, state, clock, random, share, course);
            Outcome outcome = invocation.run(threads, deadlines, boundary);
            if (!invocation.isWithdrawn()) {
                whenOver.accept(invocation, outcome);
            }
            return outcome;
        } finally {
            connector.schedule().callIsOver();
        }
    }

    /**
     * Waits until each connector that was loaded until now is compiled or will certainly not be, for at most its limit {@code compile}
     * each. The code cache then holds the compiled code for the next process.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void awaitCompilation() throws InterruptedException {
        background.await();
    }

    /** Ends what belongs to the sandbox: its connections and its timer. Running calls end by themselves. */
    @Override
    public void close() {
        closed = true;
        background.close();
        threads.close();
        deadlines.close();
        transports.close();
        ownDialer.ifPresent(Dialer::close);
        ownState.ifPresent(StateStore::close);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the sandbox is closed");
        }
    }

    /** The number of HTTP exchanges under way, of all calls together. */
    public int exchangesUnderWay() {
        return transports.exchangesUnderWay();
    }

    /** The number of open sockets, idle ones included. */
    int openSockets() {
        return transports.openSockets();
    }

    private Limits limits(ConnectorManifest manifest, Map<LimitName, Long> wanted) {
        Limits limits = manifest.limits();
        for (Map.Entry<LimitName, Long> entry : wanted.entrySet()) {
            limits = limits.with(entry.getKey(), entry.getValue());
        }
        return limits.capAt(policy);
    }

    /** Settings of a sandbox, each with a default. Immutable: each method returns other settings. */
    public static final class Builder {
        private Optional<CodeCache> codeCache;
        private ClassPass classPass;
        private Limits policy;
        private AddressRules addresses;
        private CredentialSource credentials;
        private CircuitGate circuits;
        private Timeouts timeouts;
        private Optional<Dialer> dialer;
        private Optional<InetSocketAddress> proxy;
        private Optional<StateStore> state;
        private UrlRecording urls;
        private Clock clock;
        private GuestRandom random;
        private BiConsumer<String, Throwable> hostFaults;
        private Consumer<Throwable> notCompiled;
        private LoadListener loadListener;
        private JvmShare share;

        private Builder() {
            this.codeCache = Optional.empty();
            this.classPass = ClassPass.ofTheJvm();
            this.policy = Limits.ceilings();
            this.addresses = AddressRules.publicOnly();
            this.credentials = CredentialSource.none();
            this.circuits = CircuitGate.NONE;
            this.timeouts = Timeouts.standard();
            this.dialer = Optional.empty();
            this.proxy = Optional.empty();
            this.state = Optional.empty();
            this.urls = UrlRecording.QUERY_NAMES;
            this.clock = Clock.SYSTEM;
            this.random = GuestRandom.secure();
            this.hostFaults = (correlationId, fault) -> {};
            this.notCompiled = why -> {};
            this.loadListener = LoadListener.NONE;
            this.share = JvmShare.ofTheJvm();
        }

        private Builder(Builder other) {
            this.codeCache = other.codeCache;
            this.classPass = other.classPass;
            this.policy = other.policy;
            this.addresses = other.addresses;
            this.credentials = other.credentials;
            this.circuits = other.circuits;
            this.timeouts = other.timeouts;
            this.dialer = other.dialer;
            this.proxy = other.proxy;
            this.state = other.state;
            this.urls = other.urls;
            this.clock = other.clock;
            this.random = other.random;
            this.hostFaults = other.hostFaults;
            this.notCompiled = other.notCompiled;
            this.loadListener = other.loadListener;
            this.share = other.share;
        }

        private Builder with(Consumer<Builder> change) {
            Builder copy = new Builder(this);
            change.accept(copy);
            return copy;
        }

        /** Keeps compiled code in this cache between processes. Default: each process compiles anew. */
        public Builder codeCache(CodeCache cache) {
            return with(copy -> copy.codeCache = Optional.of(cache));
        }

        /**
         * Turns Airlock's pass over compiled code on or off. With {@code classPass(ClassPass.OFF)} code is only
         * repaired, and slower. Default: the value of the system property {@value ClassPass#PROPERTY}, and
         * {@link ClassPass#ON} without it.
         */
        public Builder classPass(ClassPass pass) {
            return with(copy -> copy.classPass = pass);
        }

        /** Sets the most that any connector gets, whatever it asks for. Default: the ceilings of the contract. */
        public Builder policy(Limits most) {
            return with(copy -> copy.policy = most);
        }

        /**
         * Sets the heap that running calls and loads may take together. Default: one budget for the whole JVM, half its
         * largest heap.
         */
        public Builder memoryBudget(MemoryBudget shared) {
            return with(copy -> copy.share = share.with(shared));
        }

        /** Sets which addresses may be reached. Default: public ones only. */
        public Builder addresses(AddressRules rules) {
            return with(copy -> copy.addresses = rules);
        }

        /**
         * Sets the source of secrets for connectors that are loaded without a source of their own. Default: no secret
         * is bound.
         */
        public Builder credentials(CredentialSource source) {
            return with(copy -> copy.credentials = source);
        }

        /** Sets which hosts get no requests at the moment. Default: every host gets them. */
        public Builder circuits(CircuitGate gate) {
            return with(copy -> copy.circuits = gate);
        }

        /** Sets how long each part of an exchange may take. Default: the contract's values. */
        public Builder timeouts(Timeouts other) {
            return with(copy -> copy.timeouts = other);
        }

        /** Sets how hosts are reached. Default: by the machine's resolver, every address checked. */
        public Builder dialer(Dialer other) {
            return with(copy -> copy.dialer = Optional.of(other));
        }

        /**
         * Sends every connection through an HTTP proxy, which must accept CONNECT to any granted port without a
         * password. Names are still resolved and checked on this machine, and the proxy gets the address. Has no effect
         * beside a {@link #dialer} of your own. Default: none, whatever the environment says.
         *
         * @throws IllegalArgumentException if the address is not resolved
         */
        public Builder proxy(InetSocketAddress address) {
            if (address.isUnresolved()) {
                throw new IllegalArgumentException("the proxy's name does not resolve");
            }
            return with(copy -> copy.proxy = Optional.of(address));
        }

        /**
         * Sets where connectors' state is kept. You close the store. Default: in the memory of this process, until the
         * sandbox is closed. To keep the state use {@code SqliteStateStore.in(file)}.
         */
        public Builder state(StateStore store) {
            return with(copy -> copy.state = Optional.of(store));
        }

        /** Sets how much of each request's URL is recorded. Default: its path, and its query without the values. */
        public Builder recordUrls(UrlRecording much) {
            return with(copy -> copy.urls = much);
        }

        /** Sets the time that guests see. Default: the machine's clocks. */
        public Builder clock(Clock other) {
            return with(copy -> copy.clock = other);
        }

        /** Sets the source of guests' random numbers. Default: the machine's cryptographic source. */
        public Builder random(GuestRandom source) {
            return with(copy -> copy.random = source);
        }

        /**
         * Sets a listener that receives each fault of the host with the correlation id that the outcome shows. Default:
         * none.
         */
        public Builder hostFaults(BiConsumer<String, Throwable> listener) {
            return with(copy -> copy.hostFaults = listener);
        }

        /**
         * Sets a listener that receives the reason why a module stays interpreted although it should be compiled. For a
         * compiled module with functions that stay interpreted it receives a
         * {@link dev.airlock.sandbox.engine.PartlyInterpreted}. Default: none.
         */
        public Builder notCompiled(Consumer<Throwable> listener) {
            return with(copy -> copy.notCompiled = listener);
        }

        /** Sets a listener to the progress of each load. Default: none. */
        public Builder loadListener(LoadListener listener) {
            return with(copy -> copy.loadListener = listener);
        }

        /** Builds the sandbox. */
        public Sandbox build() {
            return new Sandbox(this);
        }
    }
}
