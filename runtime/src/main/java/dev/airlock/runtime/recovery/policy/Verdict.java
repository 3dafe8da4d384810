package dev.airlock.runtime.recovery.policy;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a failure means for the next step. The set is closed; {@link Playbook} gives each verdict exactly one row. A new verdict
 * needs a row, an example in the decision table, and a reason why none of these fits.
 */
public enum Verdict {
    /** The service could not be reached, so the exchange that failed sent nothing. */
    UNREACHABLE("unreachable", true),
    /** The connection broke off, or no answer came in time, after something was sent. */
    CONNECTION_LOST("connection_lost", true),
    /** The service answered that it has a problem of its own: a 5xx that is none of those below. */
    SERVER_ERROR("server_error", true),
    /** The service answered that it has too much to do: 503 or 529. */
    OVERLOADED("overloaded", true),
    /** The service answered that it was asked too often: 429, or 403 with a time to wait. */
    RATE_LIMITED("rate_limited", true),
    /** The service gave up waiting for the request: 408. */
    REQUEST_TIMED_OUT("request_timed_out", true),
    /** Somebody else holds a lock: 409, and the call's key was not sent. */
    LOCKED("locked", true),
    /** The service does not want to risk that the request is a replay: 425. */
    TOO_EARLY("too_early", true),
    /** The breaker of the host is open, and the call has hours to wait until it lets something through. */
    CIRCUIT_COOLING("circuit_cooling", true),
    /** A service let an attempt's time pass, was asked for nothing but reads, and nobody watches the call. */
    SERVICE_STALLED("service_stalled", true),

    /** It would be tried again, but the caller does not wait for it, and the service has too much to do. */
    CAPACITY_IN_BACKGROUND("capacity_in_background", false),
    /** It would be tried again, but the service asks not to. */
    RETRY_FORBIDDEN("retry_forbidden", false),
    /** It could be tried again, but the policy does not list it. */
    NOT_IN_POLICY("not_in_policy", false),
    /** It would be tried again, but the call is declared not to be idempotent, and something was sent. */
    NOT_IDEMPOTENT("not_idempotent", false),
    /** What is declared not to be idempotent once something was sent, and something was. */
    NOT_IDEMPOTENT_ONCE_SENT("not_idempotent_once_sent", false),
    /** It would be tried again, but a request that was sent may have taken effect and carried no key. */
    REPEAT_UNSAFE("repeat_unsafe", false),
    /** The breaker of the host is open: nothing was sent. */
    CIRCUIT_OPEN("circuit_open", false),

    /** The credential was not accepted: 401, or the binding says that it may be refreshed. */
    CREDENTIAL_REJECTED("credential_rejected", false),
    /** Nobody has bound a credential, or the one that is bound is of no use any more. */
    BINDING_NEEDED("binding_needed", false),
    /** The world is not as the call assumed: 412. */
    PRECONDITION_STALE("precondition_stale", false),
    /** A request with this call's key was taken before: 409 after the key was sent. */
    IDEMPOTENCY_CONFLICT("idempotency_conflict", false),
    /** A rule forbids it: the service's (403) or the connector's grant. */
    POLICY_DENIED("policy_denied", false),
    /** The service refuses the content itself. */
    CONTENT_REFUSED("content_refused", false),
    /** There is no such thing at the service: 404 or 410. */
    NOT_FOUND("not_found", false),
    /** The service does not accept the request as it is: 400, 422, and every other 4xx. */
    REQUEST_REJECTED("request_rejected", false),
    /** The service cannot do this at all: 501 or 505. */
    UNSUPPORTED("unsupported", false),
    /** The service took the request and refused what it asks for, over a status below 400. */
    REFUSED_IN_SUBSTANCE("refused_in_substance", false),

    /** The call ran into a limit, and would again. */
    LIMIT_REACHED("limit_reached", false),
    /** The connector broke: it trapped, exited, or reported an error that nothing bears out. */
    CONNECTOR_FAULT("connector_fault", false),
    /** The result does not have the form or shape that was agreed. */
    SHAPE_MISMATCH("shape_mismatch", false),
    /** The call itself is wrong: its arguments, its key, its template, its reversal. */
    CALLER_MISTAKE("caller_mistake", false),
    /** Airlock itself, its audit log or its vault cannot do its part. */
    HOST_UNAVAILABLE("host_unavailable", false),
    /** Airlock has no memory for the call, because other calls hold it. */
    HOST_BUSY("host_busy", false),
    /** Bytes are not those that were pinned or signed. */
    INTEGRITY_VIOLATED("integrity_violated", false),
    /** None of these: treated as strictly as anything can be. */
    UNKNOWN("unknown", false);

    private final String wireName;
    private final boolean mayBeRetried;

    Verdict(String wireName, boolean mayBeRetried) {
        this.wireName = wireName;
        this.mayBeRetried = mayBeRetried;
    }

    /** The name in events, in the audit log and in a policy's {@code classifier}. */
    public String wireName() {
        return wireName;
    }

    /** Whether a policy may have this tried again as it is; of no other verdict it can. */
    public boolean mayBeRetried() {
        return mayBeRetried;
    }

    /** The verdict with that wire name; names match exactly. */
    public static Optional<Verdict> ofWireName(String wireName) {
        return Arrays.stream(values())
                .filter(verdict -> verdict.wireName.equals(wireName))
                .findFirst();
    }
}
