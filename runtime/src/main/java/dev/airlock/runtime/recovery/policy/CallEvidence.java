package dev.airlock.runtime.recovery.policy;

import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the host saw a whole call send, as far as repeating it depends on that.
 *
 * @param requests its requests in order, those that were not sent included
 */
public record CallEvidence(List<Request> requests) {
    /** Nothing was asked for. */
    public static final CallEvidence NONE = new CallEvidence(List.of());

    /** Methods that ask for nothing to be changed (RFC 9110, 9.2.1), as far as a connector may use them. */
    private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");

    /** Answers by which a service says that it did not do what it was asked: without authentication (RFC 9110, 15.5.2), too often. */
    private static final Set<Integer> NOT_DONE = Set.of(401, 429);

    /** Copies the list. */
    public CallEvidence {
        requests = List.copyOf(requests);
    }

    /**
     * One request.
     *
     * @param method upper case
     * @param sent whether any byte of it may have gone out
     * @param bearsKey whether the call's idempotency key stood in a header, the URL or the body
     * @param status the status of the answer; empty if none came
     */
    public record Request(String method, boolean sent, boolean bearsKey, OptionalInt status) {
        /** Whether the service changed nothing: it was not asked, was asked for nothing of the kind, or says that it did not. */
        private boolean isWithoutEffect() {
            return !sent
                    || SAFE_METHODS.contains(method)
                    || (status.isPresent() && NOT_DONE.contains(status.getAsInt()));
        }
    }

    /** Whether no byte of any request went out. */
    public boolean nothingSent() {
        return requests.stream().noneMatch(Request::sent);
    }

    /** Whether the request that came last never went out. */
    public boolean lastWasNotSent() {
        return !requests.isEmpty() && !requests.get(requests.size() - 1).sent();
    }

    /** Whether the call's key went out. */
    public boolean keySent() {
        return requests.stream().anyMatch(request -> request.sent() && request.bearsKey());
    }

    /** Whether nothing that was sent can have changed anything: then even another service may be asked for the same. */
    public boolean withoutEffect() {
        return requests.stream().allMatch(Request::isWithoutEffect);
    }

    /** Whether the same service can be asked again: what may have had an effect bore the key by which it is recognised. */
    public boolean repeatable() {
        return requests.stream().allMatch(request -> request.isWithoutEffect() || request.bearsKey());
    }
}
