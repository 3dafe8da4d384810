package dev.airlock.runtime.recovery.policy;

import java.util.Arrays;
import java.util.Optional;

/**
 * The meaning of a failure for the next step. The set is closed; {@link Playbook} gives each verdict exactly one row. A new verdict needs a
 * row, an example in the decision table, and a reason why none of these fits.
 */
public enum Verdict {
    /** The service could not be reached, so the exchange that failed sent nothing. */
    UNREACHABLE("unreachable", true),
    /** The connection broke off, or no answer came in time, after something was sent. */
    CONNECTION_LOST("connection_lost", true),
    /** The service reported an error of its own: a 5xx that is none of those below. */
    SERVER_ERROR("server_error", true),
    /** The service reported that it is overloaded: 503 or 529. */
    OVERLOADED("overloaded", true),
    /** The service reported too many requests: 429, or 403 with a time to wait. */
    RATE_LIMITED("rate_limited", true),
    /** The service gave up waiting for the request: 408. */
    REQUEST_TIMED_OUT("request_timed_out", true),
    /** Another party holds a lock: 409, and the call's key was not sent. */
    LOCKED("locked", true),
    /** The service does not accept the risk of a replay: 425. */
    TOO_EARLY("too_early", true),
    /** The host's circuit breaker is open, and an unattended call has hours to wait until it lets a request through. */
    CIRCUIT_COOLING("circuit_cooling", true),
    /** A service that was only asked to read used up an attempt's time, and the call is unattended. */
    SERVICE_STALLED("service_stalled", true),

    /** A retry would be possible, but no person waits for the call, and the service is overloaded. */
    CAPACITY_IN_BACKGROUND("capacity_in_background", false),
    /** A retry would be possible, but the service asks not to retry. */
    RETRY_FORBIDDEN("retry_forbidden", false),
    /** A retry would be possible, but the policy does not list this verdict. */
    NOT_IN_POLICY("not_in_policy", false),
    /** A retry would be possible, but the call is declared not to be idempotent. */
    NOT_IDEMPOTENT("not_idempotent", false),
    /** A retry would be possible, but the call is declared not to be idempotent once something was sent, and something was. */
    NOT_IDEMPOTENT_ONCE_SENT("not_idempotent_once_sent", false),
    /** A retry would be possible, but a request that was sent may have taken effect and carried no key. */
    REPEAT_UNSAFE("repeat_unsafe", false),
    /** The host's circuit breaker is open, so nothing was sent. */
    CIRCUIT_OPEN("circuit_open", false),

    /** The credential was rejected: 401, or the binding says that it may be refreshed. */
    CREDENTIAL_REJECTED("credential_rejected", false),
    /** No credential is bound, or the bound one is no longer usable. */
    BINDING_NEEDED("binding_needed", false),
    /** The state at the service differs from what the call assumed: 412. */
    PRECONDITION_STALE("precondition_stale", false),
    /** The service has already accepted a request with this call's key: 409 after the key was sent. */
    IDEMPOTENCY_CONFLICT("idempotency_conflict", false),
    /** A rule forbids it: the service's (403) or the connector's grant. */
    POLICY_DENIED("policy_denied", false),
    /** The service refuses the content itself. */
    CONTENT_REFUSED("content_refused", false),
    /** The resource does not exist at the service: 404 or 410. */
    NOT_FOUND("not_found", false),
    /** The service rejects the request as it is: 400, 422, and every other 4xx. */
    REQUEST_REJECTED("request_rejected", false),
    /** The service cannot do this at all: 501 or 505. */
    UNSUPPORTED("unsupported", false),
    /** The service accepted the request, with a status below 400, and refused its content. */
    REFUSED_IN_SUBSTANCE("refused_in_substance", false),

    /** The call reached a limit, and would again. */
    LIMIT_REACHED("limit_reached", false),
    /** The connector failed: it trapped, exited, or reported an error without evidence. */
    CONNECTOR_FAULT("connector_fault", false),
    /** The result does not have the agreed form or shape. */
    SHAPE_MISMATCH("shape_mismatch", false),
    /** The call itself is wrong: its arguments, its key, its template, its reversal. */
    CALLER_MISTAKE("caller_mistake", false),
    /** Airlock itself, its audit log or its vault is unavailable. */
    HOST_UNAVAILABLE("host_unavailable", false),
    /** Airlock has no memory for the call, because other calls use it. */
    HOST_BUSY("host_busy", false),
    /** The bytes differ from the pinned or signed ones. */
    INTEGRITY_VIOLATED("integrity_violated", false),
    /** None of these; treated as strictly as possible. */
    UNKNOWN("unknown", false);

    private final String wireName;
    private final boolean mayBeRetried;

    Verdict(String wireName, boolean mayBeRetried) {
        this.wireName = wireName;
        this.mayBeRetried = mayBeRetried;
    }

    /** Returns the name in events, in the audit log and in a policy's {@code classifier}. */
    public String wireName() {
        return wireName;
    }

    /** Returns whether a policy may list this verdict for retries. */
    public boolean mayBeRetried() {
        return mayBeRetried;
    }

    /** Returns the verdict with a wire name; names match exactly. */
    public static Optional<Verdict> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(verdict -> verdict.wireName.equals(wireName))
                .findFirst();
    }
}
