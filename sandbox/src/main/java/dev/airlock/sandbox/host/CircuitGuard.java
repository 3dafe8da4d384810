package dev.airlock.sandbox.host;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Exchange;
import dev.airlock.sandbox.host.net.HttpRequest;
import dev.airlock.sandbox.host.net.HttpResult;
import java.util.Optional;

/** Makes the exchanges of one call, those that the gate lets through. One that it does not is a failed exchange. */
final class CircuitGuard {
    private final HostEnvironment environment;
    private final CallScope scope;

    CircuitGuard(HostEnvironment environment, CallScope scope) {
        this.environment = environment;
        this.scope = scope;
    }

    HttpResult exchange(HttpRequest request) {
        String connector = environment.manifest().connector().name().toString();
        CircuitGate.Answer answer =
                environment.circuits().ask(connector, request.url().address());
        return answer instanceof CircuitGate.Refusal refusal
                ? refused(request, refusal.result())
                : exchange((CircuitGate.Passage) answer, request);
    }

    private HttpResult refused(HttpRequest request, Exchange.CircuitOpen open) {
        HttpRequest.Label label = request.label();
        String host = request.url().address().toString();
        Exchange.RequestLine line = new Exchange.RequestLine(
                request.method(), request.url().scheme(), host, label.urls().of(request.url()));
        scope.evidence()
                .add(new Exchange(line, label.number(), label.hop(), Optional.empty(), Exchange.Delivery.NONE, open));
        return new HttpResult.Failed(new Exchange.Broken(
                NetworkFailureKind.CIRCUIT_OPEN, host + " failed too often and is not asked until " + open.retryAt()));
    }

    private HttpResult exchange(CircuitGate.Passage passage, HttpRequest request) {
        Optional<HttpResult> result = Optional.empty();
        try {
            result = Optional.of(environment.transport().exchange(scope, request));
            return result.get();
        } finally {
            result.ifPresentOrElse(over -> passage.ended(ending(over)), passage::abandoned);
        }
    }

    private static Exchange.Result ending(HttpResult result) {
        return result instanceof HttpResult.Failed failed
                ? failed.broken()
                : new Exchange.Answered(((HttpResult.Response) result).status(), "", "");
    }
}
