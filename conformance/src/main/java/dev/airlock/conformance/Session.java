package dev.airlock.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.UpstreamDialer;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.LoadResult;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.ScriptedUpstream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A loaded connector beside an upstream of its own. Its nth call has the same idempotency key, chance and time in each session
 * of the same setup. Calls are made one after the other.
 */
final class Session implements AutoCloseable {
    /** Kinds whose credential is one text of any form. */
    private static final Set<CredentialKind> PLAIN =
            Set.of(CredentialKind.API_KEY, CredentialKind.BEARER, CredentialKind.OAUTH2);

    private static final String FAKE_SECRET = "airlock-conformance-secret";

    private final ScriptedUpstream upstream;
    private final Sandbox sandbox;
    private final LoadResult loaded;
    private int calls;
    private long requestsBefore;

    private Session(ScriptedUpstream upstream, Sandbox sandbox, LoadResult loaded) {
        this.upstream = upstream;
        this.sandbox = sandbox;
        this.loaded = loaded;
    }

    static Session open(Subject subject, Setup setup) throws IOException {
        ScriptedUpstream upstream = ScriptedUpstream.start(
                subject.script(),
                subject.manifest().capabilities().grants().stream()
                        .map(NetworkGrant::toString)
                        .toList());
        Sandbox sandbox = subject.sandbox()
                .dialer(UpstreamDialer.to(upstream))
                .credentials(CredentialSource.of(bindings(subject)))
                .random(new RepeatableRandom(setup.seed()))
                .clock(new RepeatableClock())
                .build();
        return new Session(upstream, sandbox, sandbox.load(subject.manifest(), subject.module(), setup.options()));
    }

    private static Map<String, String> bindings(Subject subject) {
        Map<String, String> bindings = new HashMap<>(subject.script().bindings());
        subject.manifest()
                .capabilities()
                .credential()
                .map(Credential::kind)
                .filter(PLAIN::contains)
                .ifPresent(kind -> bindings.putIfAbsent(kind.word(), FAKE_SECRET));
        return bindings;
    }

    LoadResult loaded() {
        return loaded;
    }

    /** Makes the next call. Of a connector that could not be loaded, the outcome is the reason. */
    Observation call(String op, ObjectNode args) {
        Outcome outcome = outcome(op, args);
        List<RecordedRequest> requests = upstream.requests().stream()
                .filter(request -> request.number() > requestsBefore)
                .toList();
        requestsBefore = requests.isEmpty()
                ? requestsBefore
                : requests.get(requests.size() - 1).number();
        return new Observation(op, args, outcome, requests);
    }

    private Outcome outcome(String op, ObjectNode args) {
        if (loaded instanceof LoadResult.Refused refused) {
            return new Outcome.Failed(refused.failure(), Usage.none(refused.loadMillis()), Transcript.EMPTY);
        }
        calls++;
        Call call = new Call(op, args, "conformance-" + calls, 1, AuditId.random(), new Cancellation());
        return sandbox.invoke(((LoadResult.Loaded) loaded).connector(), call);
    }

    @Override
    public void close() {
        if (loaded instanceof LoadResult.Loaded ready) {
            ready.connector().close();
        }
        sandbox.close();
        upstream.close();
    }
}
