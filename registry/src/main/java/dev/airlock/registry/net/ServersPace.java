package dev.airlock.registry.net;

import dev.airlock.runtime.recovery.policy.RetryAfter;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits as long as a server asks: after a 429, a 403 that is a rate limit, or a 503. Does not wait longer than the time that is left, and
 * waits a limited number of times.
 */
final class ServersPace {
    private static final int MOST_WAITS = 5;
    private static final Duration LEAST = Duration.ofSeconds(1);

    private final DownloadListener listener;
    private int waits;

    ServersPace(DownloadListener listener) {
        this.listener = listener;
    }

    /** Waits if the answer asks for it. Returns whether to ask again. */
    boolean waited(CallScope scope, HttpResult result) {
        Optional<Duration> asked = requestedPause(scope, result);
        if (asked.isEmpty() || waits == MOST_WAITS || asked.get().toNanos() >= scope.remainingNanos()) {
            return false;
        }
        waits++;
        listener.waits(asked.get());
        scope.sleep(asked.get().toNanos());
        return true;
    }

    private static Optional<Duration> requestedPause(CallScope scope, HttpResult result) {
        if (!(result instanceof HttpResult.Response)) {
            return Optional.empty();
        }
        return scope.evidence()
                .last()
                .map(Exchange::result)
                .filter(Exchange.Answered.class::isInstance)
                .map(Exchange.Answered.class::cast)
                .filter(answered -> answered.isRateLimit() || answered.status() == Status.UNAVAILABLE)
                .flatMap(answered -> RetryAfter.parse(answered.retryAfter(), Clock.SYSTEM.now()))
                .map(wait -> wait.compareTo(LEAST) < 0 ? LEAST : wait);
    }
}
