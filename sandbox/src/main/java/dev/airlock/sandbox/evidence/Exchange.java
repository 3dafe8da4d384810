package dev.airlock.sandbox.evidence;

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
 * An HTTP exchange as the host saw it. If the host follows the redirects of a request, each hop is an exchange with the
 * same number.
 *
 * @param request the first line of the request
 * @param number which request of the guest it belongs to, from 1
 * @param hop 0 for the request itself, 1 for the first redirect that was followed, and so on
 * @param binding the binding whose credential went along, by its name or its kind; empty if there was none
 * @param delivery how the request was delivered
 * @param result how the exchange ended
 */
public record Exchange(
        RequestLine request, int number, int hop, Optional<String> binding, Delivery delivery, Result result) {
    /** An exchange without further facts: the first one, without a credential, with nothing sent. */
    public Exchange(String method, String host, Result result) {
        this(new RequestLine(method, UrlScheme.HTTPS, host, "/"), 1, 0, Optional.empty(), Delivery.NONE, result);
    }

    /**
     * The first line of a request.
     *
     * @param method upper case
     * @param scheme the scheme of its URL
     * @param host the canonical {@code host:port}
     * @param target path and query, as much of them as the embedder records
     */
    public record RequestLine(String method, UrlScheme scheme, String host, String target) {}

    /**
     * How a request was delivered.
     *
     * @param sent whether any byte of it went out, or was about to
     * @param keyIn where the call's idempotency key occurs in it
     * @param keyHeader whether it had a header {@code Idempotency-Key}, whatever its value
     * @param address the address that was dialled, without a port; empty if there was none
     * @param bytesOut bytes of its body that went out, or were about to
     * @param bytesIn bytes of the answer's body that came, after decoding
     * @param startedMillis when it began, in milliseconds since the start of the call
     * @param millis how long it took, in milliseconds
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
        /** The delivery of a request that was not sent. */
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
        /** Path or query, as they are written or decoded. */
        URL,
        /** The body. */
        BODY
    }

    /** The result of an exchange. */
    public sealed interface Result {
        /** Applies the function of this result's case. */
        <T> T match(
                Function<Answered, T> answered,
                Function<Broken, T> broken,
                Supplier<T> brokenOff,
                Function<CircuitOpen, T> open);

        /** Whether the service says that it did not do what the request asked for. */
        default boolean saysNotDone() {
            return false;
        }

        /** Returns the same result with every text passed through a scrubber. */
        Result scrubbedBy(UnaryOperator<String> scrub);
    }

    /**
     * A complete answer arrived.
     *
     * @param status 100 to 999
     * @param retryAfter the {@code Retry-After} header as it came, or else the seconds that other headers ask to wait;
     *     empty if there are none
     * @param shouldRetry the {@code x-should-retry} header as it came; empty if there was none
     */
    public record Answered(int status, String retryAfter, String shouldRetry) implements Result {
        private static final int UNAUTHORIZED = 401;

        /** Whether the service says that it got too many requests. */
        public boolean isRateLimit() {
            return Cause.Answered.isRateLimit(status, retryAfter);
        }

        /** Whether the request lacked authentication (RFC 9110, 15.5.2), or there were too many. */
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
     * No complete answer arrived.
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

    /**
     * Airlock broke the exchange off before a complete answer arrived, because the call was over. The service did
     * nothing wrong.
     */
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
     * The request was not sent because the circuit of its host is open.
     *
     * @param last the result of the exchange for which the circuit opened
     * @param retryAt when the host gets requests again
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

    /** Returns the same exchange with every text of the outside world passed through a scrubber. */
    Exchange scrubbedBy(UnaryOperator<String> scrub) {
        RequestLine line =
                new RequestLine(request.method(), request.scheme(), request.host(), scrub.apply(request.target()));
        return new Exchange(line, number, hop, binding, delivery, result.scrubbedBy(scrub));
    }

    /** Whether the exchange failed: no complete answer, or a status of 400 and above. */
    public boolean failed() {
        return !(result instanceof Answered answered) || answered.status() >= 400;
    }
}
