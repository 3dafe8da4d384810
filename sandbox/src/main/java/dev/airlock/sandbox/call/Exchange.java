package dev.airlock.sandbox.call;

import dev.airlock.failures.Cause;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.UrlScheme;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One HTTP exchange as the host saw it. A request whose redirects the host follows is one exchange for each hop, all with
 * the same number.
 *
 * @param request what was asked of whom
 * @param number which request of the guest it belongs to, from 1
 * @param hop 0 for the request itself, 1 for the first redirect that was followed, and so on
 * @param binding the binding whose credential went along, by its name or its kind; empty if none did
 * @param delivery what became of the request
 * @param result what came of it
 */
public record Exchange(
        RequestLine request, int number, int hop, Optional<String> binding, Delivery delivery, Result result) {
    /** An exchange of which no more is known: the first one, without a credential, of which nothing was sent. */
    public Exchange(String method, String host, Result result) {
        this(new RequestLine(method, UrlScheme.HTTPS, host, "/"), 1, 0, Optional.empty(), Delivery.NONE, result);
    }

    /**
     * The first line of a request.
     *
     * @param method upper case
     * @param scheme how it goes
     * @param host the canonical {@code host:port}
     * @param target path and query, as much of them as the embedder has recorded
     */
    public record RequestLine(String method, UrlScheme scheme, String host, String target) {}

    /**
     * What became of a request.
     *
     * @param sent whether any byte of it went out, or was about to
     * @param keyIn where the call's idempotency key occurs in it
     * @param keyHeader whether it had a header {@code Idempotency-Key}, whatever its value
     * @param address the address that was dialled, without a port; empty if none was
     * @param bytesOut bytes of its body that went out, or were about to
     * @param bytesIn bytes of the answer's body that came, after decoding
     * @param startedMillis when it began, in milliseconds since the call did
     * @param millis how long it took
     */
    public record Delivery(
            boolean sent,
            Set<KeyPlace> keyIn,
            boolean keyHeader,
            Optional<String> address,
            long bytesOut,
            long bytesIn,
            long startedMillis,
            long millis) {
        /** Nothing was sent. */
        public static final Delivery NONE = new Delivery(false, Set.of(), false, Optional.empty(), 0, 0, 0, 0);

        /** Copies the set. */
        public Delivery {
            keyIn = Set.copyOf(keyIn);
        }
    }

    /** A part of a request in which the call's idempotency key can occur. */
    public enum KeyPlace {
        /** The value of a header. */
        HEADER,
        /** Path or query, as they are written or with their escapes undone. */
        URL,
        /** The body. */
        BODY
    }

    /** What came of an exchange. */
    public sealed interface Result {
        /** Takes the result apart: applies the function of its case. */
        <T> T match(
                Function<Answered, T> answered,
                Function<Broken, T> broken,
                Supplier<T> brokenOff,
                Function<CircuitOpen, T> open);

        /** Whether the service says that it did not do what it was asked. */
        default boolean saysNotDone() {
            return false;
        }

        /** The same with every text passed through a scrubber. */
        Result scrubbedBy(UnaryOperator<String> scrub);
    }

    /**
     * A whole answer arrived.
     *
     * @param status 100 to 999
     * @param retryAfter the {@code Retry-After} header as it came, or in its place the seconds that other headers ask to wait; empty if
     *     nothing does
     * @param shouldRetry the {@code x-should-retry} header as it came; empty if there was none
     */
    public record Answered(int status, String retryAfter, String shouldRetry) implements Result {
        private static final int UNAUTHORIZED = 401;

        /** Whether the service says that it was asked too often. */
        public boolean isRateLimit() {
            return Cause.Answered.isRateLimit(status, retryAfter);
        }

        /** Whether it was asked without authentication (RFC 9110, 15.5.2), or too often. */
        @Override
        public boolean saysNotDone() {
            return status == UNAUTHORIZED || isRateLimit();
        }

        @Override
        public Answered scrubbedBy(UnaryOperator<String> scrub) {
            return new Answered(status, scrub.apply(retryAfter), scrub.apply(shouldRetry));
        }

        @Override
        public <T> T match(
                Function<Answered, T> answered,
                Function<Broken, T> broken,
                Supplier<T> brokenOff,
                Function<CircuitOpen, T> open) {
            return answered.apply(this);
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
        public boolean saysNotDone() {
            return kind == NetworkFailureKind.UNPROCESSED;
        }

        @Override
        public Broken scrubbedBy(UnaryOperator<String> scrub) {
            return new Broken(kind, scrub.apply(message));
        }

        @Override
        public <T> T match(
                Function<Answered, T> answered,
                Function<Broken, T> broken,
                Supplier<T> brokenOff,
                Function<CircuitOpen, T> open) {
            return broken.apply(this);
        }
    }

    /** Airlock broke it off before a whole answer arrived, because the call was over: the service did nothing wrong. */
    public record BrokenOff() implements Result {
        @Override
        public BrokenOff scrubbedBy(UnaryOperator<String> scrub) {
            return this;
        }

        @Override
        public <T> T match(
                Function<Answered, T> answered,
                Function<Broken, T> broken,
                Supplier<T> brokenOff,
                Function<CircuitOpen, T> open) {
            return brokenOff.get();
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

        @Override
        public <T> T match(
                Function<Answered, T> answered,
                Function<Broken, T> broken,
                Supplier<T> brokenOff,
                Function<CircuitOpen, T> open) {
            return open.apply(this);
        }
    }

    /** The request's method, upper case. */
    public String method() {
        return request.method();
    }

    /** The canonical {@code host:port}. */
    public String host() {
        return request.host();
    }

    /** The same with every text of the outside world passed through a scrubber. */
    Exchange scrubbedBy(UnaryOperator<String> scrub) {
        RequestLine line =
                new RequestLine(request.method(), request.scheme(), request.host(), scrub.apply(request.target()));
        return new Exchange(line, number, hop, binding, delivery, result.scrubbedBy(scrub));
    }

    /** Whether the exchange failed: no whole answer, or a status of 400 and above. */
    public boolean failed() {
        return !(result instanceof Answered answered) || answered.status() >= 400;
    }
}
