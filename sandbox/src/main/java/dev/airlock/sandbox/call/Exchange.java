package dev.airlock.sandbox.call;

import dev.airlock.failures.NetworkFailureKind;
import java.time.Instant;
import java.util.function.UnaryOperator;

/**
 * One HTTP exchange as the host saw it.
 *
 * @param method the request's method, upper case
 * @param host the canonical {@code host:port}
 * @param result what came of it
 */
public record Exchange(String method, String host, Result result) {
    /** What came of an exchange. */
    public sealed interface Result {
        /** The same with every text passed through a scrubber. */
        Result scrubbedBy(UnaryOperator<String> scrub);
    }

    /**
     * A whole answer arrived.
     *
     * @param status 100 to 599
     * @param retryAfter the {@code Retry-After} header as it came; empty if there was none
     * @param shouldRetry the {@code x-should-retry} header as it came; empty if there was none
     */
    public record Answered(int status, String retryAfter, String shouldRetry) implements Result {
        @Override
        public Answered scrubbedBy(UnaryOperator<String> scrub) {
            return new Answered(status, scrub.apply(retryAfter), scrub.apply(shouldRetry));
        }
    }

    /**
     * No whole answer arrived.
     *
     * @param kind how it failed
     * @param message what happened, in Airlock's words, safe to show
     */
    public record Broken(NetworkFailureKind kind, String message) implements Result {
        @Override
        public Broken scrubbedBy(UnaryOperator<String> scrub) {
            return new Broken(kind, scrub.apply(message));
        }
    }

    /**
     * The host was not asked: its circuit is open.
     *
     * @param last what came of the exchange that it was opened for
     * @param retryAt when it is asked again
     */
    public record CircuitOpen(Result last, Instant retryAt) implements Result {
        @Override
        public CircuitOpen scrubbedBy(UnaryOperator<String> scrub) {
            return new CircuitOpen(last.scrubbedBy(scrub), retryAt);
        }
    }

    /** The same with every text of the outside world passed through a scrubber. */
    Exchange scrubbedBy(UnaryOperator<String> scrub) {
        return new Exchange(method, host, result.scrubbedBy(scrub));
    }

    /** Whether the exchange failed: no whole answer, or a status of 400 and above. */
    public boolean failed() {
        return !(result instanceof Answered answered) || answered.status() >= 400;
    }
}
