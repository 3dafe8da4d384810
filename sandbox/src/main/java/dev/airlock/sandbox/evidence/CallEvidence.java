package dev.airlock.sandbox.evidence;

import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.manifests.Declared;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The requests that the host saw a whole call send, with the facts that decide whether the call can be repeated.
 *
 * @param requests its requests in order, including those that were not sent
 */
public record CallEvidence(List<Request> requests) {
    /** The evidence of a call without requests. */
    public static final CallEvidence NONE = new CallEvidence(List.of());

    /** Methods that ask for no change (RFC 9110, 9.2.1), among those that a connector may use. */
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    /** Copies the list. */
    public CallEvidence {
        requests = List.copyOf(requests);
    }

    /**
     * A request of the call.
     *
     * @param method upper case
     * @param sent whether any byte of it may have gone out
     * @param bearsKey whether the call's idempotency key was in a header, the URL or the body
     * @param refused whether the service answered that it did not do it
     */
    public record Request(String method, boolean sent, boolean bearsKey, boolean refused) {
        /** Whether the service did not do it: it got no request, or says that it did nothing. */
        private boolean isNotDone() {
            return !sent || refused;
        }

        private boolean isRead() {
            return CallEvidence.isRead(method);
        }
    }

    /** Whether a request with this method, in upper case, asks for no change. */
    static boolean isRead(String method) {
        return SAFE_METHODS.contains(method);
    }

    /** Whether no byte of any request went out. */
    public boolean nothingSent() {
        return requests.stream().noneMatch(Request::sent);
    }

    /** Whether every request that was sent only asks to read. */
    public boolean onlyReads() {
        return requests.stream().allMatch(request -> !request.sent() || request.isRead());
    }

    /** Whether the last request never went out. */
    public boolean lastWasNotSent() {
        return !requests.isEmpty() && !requests.get(requests.size() - 1).sent();
    }

    /** Whether the call's key went out. */
    public boolean keySent() {
        return requests.stream().anyMatch(request -> request.sent() && request.bearsKey());
    }

    /**
     * Whether no request that was sent can have changed anything. Then the same call may even go to another service.
     */
    public boolean withoutEffect() {
        return requests.stream().allMatch(request -> request.isNotDone() || request.isRead());
    }

    /**
     * Whether the same service can be asked again: every request that may have had an effect bore the key by which the
     * service recognises it.
     */
    public boolean repeatable() {
        return requests.stream().allMatch(request -> request.isNotDone() || request.isRead() || request.bearsKey());
    }

    /**
     * Returns what the call may have changed. A call that is declared not to be idempotent has an uncertain effect even
     * under its key, because its author says that the key is not enough.
     *
     * @param declared what manifest and action say about repeating it
     * @param key the key under which it went
     */
    public SideEffects sideEffects(Declared declared, String key) {
        return new SideEffects(effect(declared), !nothingSent(), Optional.of(key));
    }

    private Effect effect(Declared declared) {
        if (requests.stream().allMatch(Request::isNotDone)) {
            return Effect.NONE;
        }
        boolean isRepeatable = withoutEffect()
                || switch (declared) {
                    case IDEMPOTENT -> true;
                    case NOT_IDEMPOTENT, NOT_IDEMPOTENT_ONCE_SENT -> false;
                    case NOTHING -> repeatable();
                };
        return isRepeatable ? Effect.REPEATABLE : Effect.UNCERTAIN;
    }

    /** Returns both, in this order. */
    public CallEvidence and(CallEvidence later) {
        return new CallEvidence(
                Stream.concat(requests.stream(), later.requests.stream()).toList());
    }
}
