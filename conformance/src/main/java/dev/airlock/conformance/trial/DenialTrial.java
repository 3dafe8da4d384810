package dev.airlock.conformance.trial;

import dev.airlock.conformance.session.ConnectorUnderTest;
import dev.airlock.conformance.session.Observation;
import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.upstreams.Disturbance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call that was denied something that it needs.
 *
 * @param call the call
 * @param withheld the thing that was denied, in words
 * @param right the failure class with which the call must end
 * @param seen the observation of the call
 */
public record DenialTrial(BaselineCall call, String withheld, FailureClass right, Observation seen) {
    static List<DenialTrial> all(ConnectorUnderTest subject, TrialFixture stage, BaselineCall call, Observation usual) {
        List<Exchange> exchanges = usual.outcome().transcript().exchanges();
        List<DenialTrial> denials = new ArrayList<>();
        for (NetworkGrant grant : grantsUsed(subject, exchanges)) {
            ConnectorUnderTest without = subject.declaring(without(subject.manifest(), grant));
            try (TrialFixture narrower = new TrialFixture(without, Trials.setup(without))) {
                denials.add(new DenialTrial(
                        call,
                        "the host " + grant,
                        FailureClass.CAPABILITY_DENIED,
                        narrower.call(call, Disturbance.NONE)));
            }
        }
        if (exchanges.stream().anyMatch(exchange -> exchange.binding().isPresent())) {
            denials.add(new DenialTrial(call, "a credential", FailureClass.BINDING_REQUIRED, stage.callUnbound(call)));
        }
        return denials;
    }

    private static List<NetworkGrant> grantsUsed(ConnectorUnderTest subject, List<Exchange> exchanges) {
        Set<String> hosts = exchanges.stream().map(Exchange::host).collect(Collectors.toSet());
        return subject.manifest().capabilities().grants().stream()
                .filter(grant -> hosts.contains(grant.address().toString()))
                .toList();
    }

    private static ConnectorManifest without(ConnectorManifest manifest, NetworkGrant grant) {
        ConnectorManifest.Capabilities before = manifest.capabilities();
        List<NetworkGrant> rest =
                before.grants().stream().filter(other -> !other.equals(grant)).toList();
        return new ConnectorManifest(
                manifest.connector(),
                manifest.idempotency(),
                manifest.reactorSnapshot(),
                new ConnectorManifest.Capabilities(
                        Optional.of(rest), before.credentials(), before.imports(), before.state()),
                manifest.limits(),
                manifest.intents(),
                manifest.operations(),
                manifest.settings());
    }

    public boolean isDenied() {
        return seen.failure().filter(failure -> failure.failureClass() == right).isPresent();
    }

    /** Returns the method and URL of each request that had an effect at a service all the same. */
    public Stream<String> done() {
        return seen.requests().stream()
                .filter(request -> request.effect() && !Effects.isSafe(request))
                .map(request -> request.method() + " " + request.scheme() + "://" + request.host() + request.path())
                .distinct();
    }

    /** Returns a description of the trial, as the beginning of a sentence. */
    public String describe() {
        return call.name() + ": without " + withheld + ", the call ended with "
                + seen.failure()
                        .map(failure -> failure.failureClass().wireName())
                        .orElse(seen.end());
    }
}
