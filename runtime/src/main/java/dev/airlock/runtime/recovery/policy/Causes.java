package dev.airlock.runtime.recovery.policy;

import dev.airlock.failures.Cause;
import dev.airlock.sandbox.evidence.CallEvidence;
import java.util.Set;

/**
 * Maps each cause to a verdict, before the question whether it may be retried.
 *
 * @param evidence the evidence of the whole call's requests
 * @param retriable whether the failure may be different next time
 */
record Causes(CallEvidence evidence, boolean retriable) implements Cause.Cases<Verdict> {
    private static final Set<String> CONTENT_CLAIMS =
            Set.of("content_filter", "content_policy", "content_policy_violation", "content_refused");

    @Override
    public Verdict denied(Cause.Denied denied) {
        return Verdict.POLICY_DENIED;
    }

    @Override
    public Verdict bindingMissing(Cause.BindingMissing missing) {
        return Verdict.BINDING_NEEDED;
    }

    @Override
    public Verdict bindingRefused(Cause.BindingRefused refused) {
        return retriable ? Verdict.CREDENTIAL_REJECTED : Verdict.BINDING_NEEDED;
    }

    @Override
    public Verdict wrongHash(Cause.WrongHash wrong) {
        return Verdict.INTEGRITY_VIOLATED;
    }

    @Override
    public Verdict badSignature(Cause.BadSignature bad) {
        return Verdict.INTEGRITY_VIOLATED;
    }

    @Override
    public Verdict limitReached(Cause.LimitReached reached) {
        return Verdict.LIMIT_REACHED;
    }

    @Override
    public Verdict hostBusy(Cause.HostBusy busy) {
        return Verdict.HOST_BUSY;
    }

    @Override
    public Verdict trapped(Cause.Trapped trapped) {
        return Verdict.CONNECTOR_FAULT;
    }

    @Override
    public Verdict exited(Cause.Exited exited) {
        return Verdict.CONNECTOR_FAULT;
    }

    @Override
    public Verdict badInput(Cause.BadInput bad) {
        return Verdict.CALLER_MISTAKE;
    }

    @Override
    public Verdict faulty(Cause.Faulty faulty) {
        return switch (faulty.reason()) {
            case TRAP, EXIT, INVALID_MODULE, UNKNOWN_IMPORT, BAD_POINTER, REPORTED -> Verdict.CONNECTOR_FAULT;
            case BAD_OUTPUT, UNEXPECTED_SHAPE -> Verdict.SHAPE_MISMATCH;
            case BAD_INPUT, KEY_REUSED, REVERSAL_REFUSED, BAD_TEMPLATE -> Verdict.CALLER_MISTAKE;
            case HOST_FAULT, AUDIT_UNAVAILABLE, VAULT_UNAVAILABLE, STORE_UNAVAILABLE, LEAKED_THREADS ->
                Verdict.HOST_UNAVAILABLE;
        };
    }

    @Override
    public Verdict answered(Cause.Answered answered) {
        int status = answered.status();
        if (status >= 400 && status < 500 && CONTENT_CLAIMS.contains(answered.claimedClass())) {
            return Verdict.CONTENT_REFUSED;
        }
        if (answered.isRateLimit()) {
            return Verdict.RATE_LIMITED;
        }
        return switch (status) {
            case 401 -> Verdict.CREDENTIAL_REJECTED;
            case 403 -> Verdict.POLICY_DENIED;
            case 404, 410 -> Verdict.NOT_FOUND;
            case 408 -> Verdict.REQUEST_TIMED_OUT;
            case 409 -> evidence.keySent() ? Verdict.IDEMPOTENCY_CONFLICT : Verdict.LOCKED;
            case 412 -> Verdict.PRECONDITION_STALE;
            case 425 -> Verdict.TOO_EARLY;
            case 451 -> Verdict.CONTENT_REFUSED;
            case 501, 505 -> Verdict.UNSUPPORTED;
            case 503, 529 -> Verdict.OVERLOADED;
            default -> ofOtherAnswer(status);
        };
    }

    private static Verdict ofOtherAnswer(int status) {
        if (status >= 500) {
            return Verdict.SERVER_ERROR;
        }
        if (status >= 400) {
            return Verdict.REQUEST_REJECTED;
        }
        return status >= 200 && status < 300 ? Verdict.REFUSED_IN_SUBSTANCE : Verdict.UNKNOWN;
    }

    @Override
    public Verdict broken(Cause.Broken broken) {
        return evidence.lastWasNotSent() ? Verdict.UNREACHABLE : Verdict.CONNECTION_LOST;
    }

    @Override
    public Verdict circuitOpen(Cause.CircuitOpen open) {
        return Verdict.CIRCUIT_OPEN;
    }

    @Override
    public Verdict unknown(Cause.Unknown unknown) {
        return Verdict.UNKNOWN;
    }
}
