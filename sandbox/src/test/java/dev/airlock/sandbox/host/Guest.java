package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.IdempotencyKey;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.state.CallState;
import dev.airlock.sandbox.state.StateStore;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.UrlRecording;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A call of a guest without an engine: real host functions, transport and scripted upstream around a fake memory. Text
 * goes to the start of memory, answers to {@value #ANSWER}.
 */
public final class Guest implements AutoCloseable {
    static final int MEMORY = 4 << 20;
    static final int ANSWER = 1 << 20;

    private static final int LONGEST_ANSWER = MEMORY - ANSWER;

    private final Setup setup;
    private final ConnectorManifest manifest;
    public final ScriptedUpstream upstream;
    final HttpTransport transport;
    public final CallScope scope;
    final FakeMemory memory;
    final CallState state;
    final HostFunctions functions;
    final List<GuestLogLine> heard = new ArrayList<>();
    AtomicInteger dials = new AtomicInteger();

    private Guest(Setup setup) {
        this.setup = setup;
        manifest = ManifestReader.read("manifest.toml", setup.manifest()).orThrow();
        upstream = start(setup.script, manifest);
        transport = new HttpTransport(new ScriptedDialer(this::dial, upstream.trustManager()), setup.timeouts);
        scope = new CallScope(Clock.SYSTEM, setup.wallMillis, 1_000_000);
        memory = new FakeMemory(scope, MEMORY);
        state = state();
        functions = functions();
    }

    private Guest(Guest earlier) {
        setup = earlier.setup;
        manifest = earlier.manifest;
        upstream = earlier.upstream;
        transport = earlier.transport;
        dials = earlier.dials;
        scope = new CallScope(Clock.SYSTEM, setup.wallMillis, 1_000_000);
        memory = new FakeMemory(scope, MEMORY);
        state = state();
        functions = functions();
    }

    private CallState state() {
        scope.evidence().lookFor(IdempotencyKey.of(setup.idempotencyKey));
        return new CallState(setup.state, "tests", setup.idempotencyKey, scope, setup.limits, Clock.SYSTEM);
    }

    private HostFunctions functions() {
        HostEnvironment environment = new HostEnvironment(
                manifest,
                setup.limits,
                setup.addresses,
                setup.credentials.orElseGet(() -> CredentialSource.of(upstream.bindings())),
                transport,
                setup.circuits,
                UrlRecording.QUERY_NAMES,
                setup.clock);
        return HostFunctions.forCall(environment, scope, state, heard::add);
    }

    /** Returns another call of the same connector; do not close it. */
    Guest anotherCall() {
        return new Guest(this);
    }

    /**
     * Returns a connector that may talk to {@code api.example.com:443}, and an upstream that answers everything with
     * 200.
     */
    public static Setup with(String... hosts) {
        return new Setup(hosts.length == 0 ? List.of("api.example.com:443") : List.of(hosts));
    }

    public static final class Setup {
        private final List<String> hosts;
        private String tables = "";
        private String script = "[[exchange]]\nrespond = { status = 200, body = 'ok' }\n";
        private Limits limits = Limits.defaults();
        private AddressRules addresses = AddressRules.publicOnly();
        private Timeouts timeouts = Timeouts.standard();
        private long wallMillis = 20_000;
        private StateStore state = StateStore.inMemory();
        private String idempotencyKey = "key-of-a-test";
        private Optional<CredentialSource> credentials = Optional.empty();
        private Clock clock = Clock.SYSTEM;
        private CircuitGate circuits = CircuitGate.NONE;
        private Optional<InetSocketAddress> server = Optional.empty();

        private Setup(List<String> hosts) {
            this.hosts = hosts;
        }

        public Setup tables(String toml) {
            tables = toml;
            return this;
        }

        Setup state(StateStore store, String key) {
            state = store;
            idempotencyKey = key;
            return this;
        }

        public Setup script(String toml) {
            script = toml;
            return this;
        }

        public Setup limits(Limits value) {
            limits = value;
            return this;
        }

        Setup addresses(AddressRules value) {
            addresses = value;
            return this;
        }

        Setup timeouts(Duration each) {
            timeouts = new Timeouts(each, each, each, each);
            return this;
        }

        Setup credentials(CredentialSource value) {
            credentials = Optional.of(value);
            return this;
        }

        Setup clock(Clock value) {
            clock = value;
            return this;
        }

        Setup circuits(CircuitGate value) {
            circuits = value;
            return this;
        }

        /** Connects every connection to that server and not to the script's. */
        Setup dialing(InetSocketAddress address) {
            server = Optional.of(address);
            return this;
        }

        Setup wallMillis(long millis) {
            wallMillis = millis;
            return this;
        }

        public Guest start() {
            return new Guest(this);
        }

        private String manifest() {
            return """
                    [connector]
                    name = "local://tests/guest"
                    version = "1.0.0"
                    [capabilities.network]
                    hosts = [%s]
                    """.formatted(String.join(
                            ", ", hosts.stream().map(host -> '"' + host + '"').toList()))
                    + tables;
        }
    }

    /** Calls a function of module {@code airlock}. */
    public int call(String name, int... arguments) {
        return call("airlock", name, arguments);
    }

    int call(String module, String name, int... arguments) {
        memory.callFrom(module + "." + name);
        long[] raw = new long[arguments.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = arguments[i];
        }
        return (int) functions.all().stream()
                .filter(function ->
                        function.module().equals(module) && function.name().equals(name))
                .findFirst()
                .orElseThrow()
                .code()
                .call(memory, new Arguments(raw));
    }

    public int request(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        memory.write(0, bytes);
        return call("http_request", 0, bytes.length);
    }

    public int get(String url) {
        return request("{\"url\": \"" + url + "\"}");
    }

    public int status() {
        return call("http_response_status");
    }

    String body() {
        return text(call("http_response_read", ANSWER, LONGEST_ANSWER));
    }

    public String headers() {
        return text(call("http_response_headers", ANSWER, LONGEST_ANSWER));
    }

    public String lastError() {
        return text(call("last_error", ANSWER, LONGEST_ANSWER));
    }

    void log(String level, String message) {
        byte[] first = level.getBytes(StandardCharsets.UTF_8);
        byte[] second = message.getBytes(StandardCharsets.UTF_8);
        memory.write(0, first);
        memory.write(first.length, second);
        call("log", 0, first.length, first.length, second.length);
    }

    String text(int length) {
        return length < 0 ? "none: " + length : new String(memory.read(ANSWER, length), StandardCharsets.UTF_8);
    }

    /** Returns how the host ends the call when the guest does this. */
    public Termination termination(Runnable action) {
        CallEnded ended = catchThrowableOfType(CallEnded.class, action::run);
        assertThat(ended).as("the call ends").isNotNull();
        assertThat(scope.hostTermination()).contains((Termination.ByHost) ended.termination());
        return ended.termination();
    }

    /** Returns the denial when the guest makes this request. */
    Termination.Denied denied(String json) {
        return (Termination.Denied) termination(() -> request(json));
    }

    @Override
    public void close() {
        transport.close();
        upstream.close();
    }

    private static ScriptedUpstream start(String toml, ConnectorManifest manifest) {
        ScriptReading reading = UpstreamScript.parse("upstream.toml", toml);
        if (!(reading instanceof ScriptReading.Valid valid)) {
            throw new IllegalArgumentException(reading.toString());
        }
        List<String> hosts = manifest.capabilities().grants().stream()
                .map(grant -> grant.toString())
                .toList();
        try {
            return ScriptedUpstream.start(valid.script(), hosts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<InetSocketAddress> dial(UrlScheme scheme, HostPort host) {
        dials.incrementAndGet();
        if (setup.server.isPresent()) {
            return setup.server;
        }
        try {
            return Optional.of(upstream.dial(host.host().text(), host.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
