package dev.airlock.runtime.recovery;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.recovery.policy.CallEvidence;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.call.Exchange;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.Set;

/** What the host saw of an attempt, as far as recovery depends on it. */
final class SeenRequests {
    private static final Set<NetworkFailureKind> BEFORE_THE_REQUEST =
            EnumSet.of(NetworkFailureKind.DNS, NetworkFailureKind.CONNECT, NetworkFailureKind.TLS);

    private SeenRequests() {}

    static CallEvidence of(Outcome outcome) {
        return new CallEvidence(outcome.transcript().exchanges().stream()
                .map(SeenRequests::request)
                .toList());
    }

    private static CallEvidence.Request request(Exchange exchange) {
        OptionalInt status = exchange.result() instanceof Exchange.Answered answered
                ? OptionalInt.of(answered.status())
                : OptionalInt.empty();
        return new CallEvidence.Request(exchange.method(), wasSent(exchange), false, status);
    }

    private static boolean wasSent(Exchange exchange) {
        return !(exchange.result() instanceof Exchange.Broken broken) || !BEFORE_THE_REQUEST.contains(broken.kind());
    }
}
