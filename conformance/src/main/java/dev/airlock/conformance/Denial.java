package dev.airlock.conformance;

import dev.airlock.failures.FailureClass;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.call.Exchange;
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
record Denial(WorkingCall call, String withheld, FailureClass right, Observation seen) {
    static List<Denial> all(Subject subject, Stage stage, WorkingCall call, Observation usual) {
        List<Exchange> exchanges = usual.outcome().transcript().exchanges();
        List<Denial> denials = new ArrayList<>();
        for (NetworkGrant grant : asked(subject, exchanges)) {
            Subject without = subject.declaring(without(subject.manifest(), grant));
            try (Stage narrower = new Stage(without, Rehearsals.setup(without))) {
                denials.add(new Denial(
                        call,
                        "the host " + grant,
                        FailureClass.CAPABILITY_DENIED,
                        narrower.call(call, Disturbance.NONE)));
            }
        }
        if (exchanges.stream().anyMatch(exchange -> exchange.binding().isPresent())) {
            denials.add(new Denial(call, "a credential", FailureClass.BINDING_REQUIRED, stage.callUnbound(call)));
        }
        return denials;
    }

    private static List<NetworkGrant> asked(Subject subject, List<Exchange> exchanges) {
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

    boolean isDenied() {
        return seen.failure().filter(failure -> failure.failureClass() == right).isPresent();
    }

    /** Returns the method and URL of each request that had an effect at a service all the same. */
    Stream<String> done() {
        return seen.requests().stream()
                .filter(request -> request.effect() && !Effects.isSafe(request))
                .map(request -> request.method() + " " + request.scheme() + "://" + request.host() + request.path())
                .distinct();
    }

    /** Returns a description of the trial, as the beginning of a sentence. */
    String describe() {
        return call.name() + ": without " + withheld + ", the call ended with "
                + seen.failure()
                        .map(failure -> failure.failureClass().wireName())
                        .orElse(seen.end());
    }
}
