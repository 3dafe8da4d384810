package dev.airlock.sandbox.boundary;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Details;
import dev.airlock.failures.Failure;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.call.Exchange;

/** The failure of an exchange that was not made because its host's circuit is open: of the class of what it was opened for. */
public final class CircuitFailure {
    private static final String NEXT = "Try again after that.";

    private CircuitFailure() {}

    /** The failure of a call that was not even begun, since its only host would not be asked. */
    public static Failure of(AuditId auditId, String host, Exchange.CircuitOpen open) {
        return of(auditId, host, open, Details.none());
    }

    static Failure of(AuditId auditId, String host, Exchange.CircuitOpen open, Details more) {
        Details details =
                more.put("circuit", "open").put("retry_at", open.retryAt().toString());
        return open.last() instanceof Exchange.Answered answered
                ? Failure.externalApiError(
                        auditId,
                        answered.status(),
                        host,
                        message(host, "the status " + answered.status(), open),
                        NEXT,
                        details)
                : Failure.networkError(
                        auditId,
                        NetworkFailureKind.CIRCUIT_OPEN,
                        host,
                        message(host, "a broken connection", open),
                        NEXT,
                        details);
    }

    private static String message(String host, String last, Exchange.CircuitOpen open) {
        return host + " failed too often, at last with " + last + ", so it is not asked until " + open.retryAt() + ".";
    }
}
