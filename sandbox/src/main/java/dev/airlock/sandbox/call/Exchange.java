package dev.airlock.sandbox.call;

import dev.airlock.failures.NetworkFailureKind;

/**
 * One HTTP exchange as the host saw it.
 *
 * @param method the request's method, upper case
 * @param host the canonical {@code host:port}
 * @param result what came of it
 */
public record Exchange(String method, String host, Result result) {
    /** What came of an exchange. */
    public sealed interface Result {}

    /**
     * A whole answer arrived.
     *
     * @param status 100 to 599
     * @param retryAfter the {@code Retry-After} header as it came; empty if there was none
     * @param shouldRetry the {@code x-should-retry} header as it came; empty if there was none
     */
    public record Answered(int status, String retryAfter, String shouldRetry) implements Result {}

    /**
     * No whole answer arrived.
     *
     * @param kind how it failed
     * @param message what happened, in Airlock's words, safe to show
     */
    public record Broken(NetworkFailureKind kind, String message) implements Result {}

    /** Whether the exchange failed: no whole answer, or a status of 400 and above. */
    public boolean failed() {
        return !(result instanceof Answered answered) || answered.status() >= 400;
    }
}
