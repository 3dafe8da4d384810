package dev.airlock.sandbox.host;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Makes those exchanges of one call that the gate lets through. One that it refuses is a failed exchange. */
final class CircuitGuard {
    /**
     * The time that a host has to answer before the end of the call counts against it; half of its connector's wall
     * time if that is less.
     */
    private static final long MOST_PATIENCE_MILLIS = 5_000;

    private final HostEnvironment environment;
    private final CallScope scope;

    CircuitGuard(HostEnvironment environment, CallScope scope) {
        this.environment = environment;
        this.scope = scope;
    }

    HttpResult exchange(HttpRequest request) {
        String connector = environment.manifest().connector().name().toString();
        CircuitGate.Answer answer = environment
                .circuits()
                .ask(connector, request.url().address(), scope.evidence().key());
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
                NetworkFailureKind.CIRCUIT_OPEN, host + " failed too often and is not called until " + open.retryAt()));
    }

    private HttpResult exchange(CircuitGate.Passage passage, HttpRequest request) {
        long begun = scope.elapsedNanos();
        Optional<Exchange.Result> ended = Optional.empty();
        try {
            HttpResult result = environment.transport().exchange(scope, request);
            ended = Optional.of(termination(result));
            return result;
        } catch (CallEnded over) {
            ended = stalled(over.termination(), begun);
            throw over;
        } finally {
            ended.ifPresentOrElse(passage::ended, passage::abandoned);
        }
    }

    /** A host that has not answered when the call's time is over counts as failed, unless it had only a moment. */
    private Optional<Exchange.Result> stalled(Termination termination, long begun) {
        boolean isOutOfTime =
                termination instanceof Termination.LimitReached reached && reached.limit() == LimitName.WALL_TIME;
        long patience = Math.min(MOST_PATIENCE_MILLIS, environment.limits().get(LimitName.WALL_TIME) / 2);
        boolean hadTime = scope.elapsedNanos() - begun >= TimeUnit.MILLISECONDS.toNanos(patience);
        return isOutOfTime && hadTime
                ? Optional.of(
                        new Exchange.Broken(NetworkFailureKind.TIMEOUT, "the call's time ended before the answer"))
                : Optional.empty();
    }

    private static Exchange.Result termination(HttpResult result) {
        return result instanceof HttpResult.Failed failed
                ? failed.broken()
                : new Exchange.Answered(((HttpResult.Response) result).status(), "", "");
    }
}
