package dev.airlock.sandbox.boundary;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.text.Details;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.OptionalInt;

/**
 * The failure of an exchange that was not made because its host's circuit is open. Its class is that of the failure for
 * which the circuit opened.
 */
public final class CircuitFailure {
    private static final String NEXT = "Try again after that.";

    private CircuitFailure() {}

    /** The failure of a call that was not even begun, since the circuit of its only host is open. */
    public static Failure of(AuditId auditId, String host, Exchange.CircuitOpen open) {
        return of(auditId, host, open, Details.none());
    }

    static Failure of(AuditId auditId, String host, Exchange.CircuitOpen open, Details more) {
        OptionalInt status = open.last() instanceof Exchange.Answered answered
                ? OptionalInt.of(answered.status())
                : OptionalInt.empty();
        Cause.CircuitOpen cause = new Cause.CircuitOpen(host, status, open.retryAt());
        String last = status.isPresent() ? "the status " + status.getAsInt() : "a broken connection";
        return Failure.circuitOpen(
                auditId,
                cause,
                host + " failed too often, most recently with " + last + ", so it is not called until "
                        + cause.shownRetryAt() + ".",
                NEXT,
                more);
    }
}
