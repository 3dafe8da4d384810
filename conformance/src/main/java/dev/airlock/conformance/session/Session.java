package dev.airlock.conformance.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.UpstreamDialer;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.runtime.recovery.RecoveryEngine;
import dev.airlock.runtime.recovery.RecoveryHandler;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.host.CircuitGate;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Injection;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.upstreams.Disturbance;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A loaded connector with its own upstream. Its nth call has the same idempotency key, random numbers and time in each session of the same
 * setup. Calls run one after the other.
 */
public final class Session implements AutoCloseable {
    /** The kinds whose credential is one text of any form. */
    private static final Set<CredentialKind> PLAIN =
            Set.of(CredentialKind.API_KEY, CredentialKind.BEARER, CredentialKind.OAUTH2);

    private static final String FAKE_SECRET = "airlock-conformance-secret";

    private final ConnectorUnderTest subject;
    private final ScriptedUpstream upstream;
    private final SwitchedCredentials credentials;
    private final Sandbox sandbox;
    private final LoadResult loaded;
    private final RecoveryEngine recovery;
    private final ForgettingState state;
    private int calls;
    private long requestsBefore;
    private Map<String, String> bound;

    private Session(
            ConnectorUnderTest subject,
            Setup setup,
            ScriptedUpstream upstream,
            SwitchedCredentials credentials,
            ForgettingState state,
            Sandbox sandbox) {
        this.subject = subject;
        this.upstream = upstream;
        this.credentials = credentials;
        this.state = state;
        this.sandbox = sandbox;
        this.bound = bound(subject, subject.script());
        this.loaded = sandbox.load(subject.manifest(), subject.module(), setup.options());
        this.recovery = new RecoveryEngine(
                new UnwaitedTime(), new RandomSource(new RepeatableRandom(setup.seed())), RecoveryHandler.NOBODY);
    }

    public static Session open(ConnectorUnderTest subject, Setup setup) throws IOException {
        ScriptedUpstream upstream = ScriptedUpstream.start(
                subject.script(),
                subject.manifest().capabilities().grants().stream()
                        .map(NetworkGrant::toString)
                        .toList());
        SwitchedCredentials credentials = new SwitchedCredentials();
        credentials.use(CredentialSource.of(bound(subject, subject.script())));
        ForgettingState state = new ForgettingState();
        Sandbox sandbox = subject.sandbox()
                .state(state)
                .dialer(UpstreamDialer.to(upstream))
                .credentials(credentials)
                .timeouts(setup.timeouts())
                .random(new RepeatableRandom(setup.seed()))
                .clock(new RepeatableClock())
                .build();
        return new Session(subject, setup, upstream, credentials, state, sandbox);
    }

    private static Map<String, String> bound(ConnectorUnderTest subject, UpstreamScript script) {
        Map<String, String> bindings = new HashMap<>(script.bindings());
        subject.manifest().capabilities().credentials().all().stream()
                .filter(declared -> PLAIN.contains(declared.kind()))
                .filter(declared -> !declared.answersToKind()
                        || !bindings.containsKey(declared.kind().word()))
                .forEach(declared -> bindings.putIfAbsent(declared.word(), FAKE_SECRET));
        return bindings;
    }

    /** Forgets what the connector kept in earlier calls. */
    public void forgetState() {
        state.forget();
    }

    public LoadResult loaded() {
        return loaded;
    }

    /** Returns the connector, if it could be loaded. */
    public Optional<Connector> connector() {
        return loaded.match(
                ready -> Optional.of(ready.connector()), refused -> Optional.empty(), cancelled -> Optional.empty());
    }

    /** Answers the next calls from another script, with its credentials, as if there had been no requests before. */
    public void play(UpstreamScript script, Disturbance disturbance) {
        try {
            upstream.play(script, disturbance);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bound = bound(subject, script);
        credentials.use(CredentialSource.of(bound));
        requestsBefore = 0;
    }

    /** Removes all credentials until the next script. */
    public void unbind() {
        credentials.use(CredentialSource.none());
    }

    /** Removes all parts of the credentials from a text. */
    public String redacted(String text) {
        return credentials.redactor(subject.manifest()).redact(text);
    }

    /** Returns path and query of a request as the connector asked for them, without the credential in its slot. */
    public String asAsked(RecordedRequest request) {
        ParsedUrl sent = TargetUrl.parse(request.scheme() + "://" + request.host() + request.target());
        if (!(sent instanceof ParsedUrl.Target target)) {
            return request.target();
        }
        TargetUrl asked = target.url();
        for (NamedCredential declared :
                subject.manifest().capabilities().credentials().all()) {
            asked = Injection.urlAsAsked(asked, declared.credential(), bound.values());
        }
        return asked.pathAndQuery();
    }

    /** Makes the next call. If the connector could not be loaded, the outcome is the reason. */
    public Observation call(String op, ObjectNode args) {
        calls++;
        return call(op, args, "conformance-" + calls, new Cancellation());
    }

    /** Makes a call under that key. */
    public Observation call(String op, ObjectNode args, String key, Cancellation cancellation) {
        return new Observation(op, args, outcome(op, args, key, cancellation), newRequests());
    }

    /** Makes a call and repeats it as recovery does, without the pauses. */
    public Observation recover(String op, ObjectNode args, String key) {
        Outcome outcome = loaded.call(connector -> recovered(connector, op, args, key));
        return new Observation(op, args, outcome, newRequests());
    }

    private Outcome recovered(Connector connector, String op, ObjectNode args, String key) {
        RecoveryCall call = RecoveryCall.of(new ConnectorTarget(sandbox, connector, op, CircuitGate.NONE), args)
                .as(RecoveryCall.Identity.ofKey(key))
                .from(CallSource.FOREGROUND);
        return recovery.run(call, Journal.none()).outcome();
    }

    private List<RecordedRequest> newRequests() {
        List<RecordedRequest> requests = upstream.requests().stream()
                .filter(request -> request.number() > requestsBefore)
                .toList();
        requestsBefore = requests.isEmpty()
                ? requestsBefore
                : requests.get(requests.size() - 1).number();
        return requests;
    }

    private Outcome outcome(String op, ObjectNode args, String key, Cancellation cancellation) {
        Call call = new Call(op, args, key, 1, AuditId.random(), cancellation);
        return loaded.call(connector -> sandbox.invoke(connector, call));
    }

    @Override
    public void close() {
        connector().ifPresent(Connector::close);
        sandbox.close();
        state.close();
        upstream.close();
    }
}
