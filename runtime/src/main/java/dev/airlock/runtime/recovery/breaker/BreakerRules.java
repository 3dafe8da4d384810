package dev.airlock.runtime.recovery.breaker;

import java.time.Duration;

/**
 * When a circuit opens and for how long.
 *
 * @param window how many exchanges are looked back on, 10
 * @param least how many of them there must be at least, 5
 * @param failurePercent at which share of failures it opens, 50
 * @param leastCalls how many calls the failures must come from at least, 2, so that no call with its retries opens it alone
 * @param open how long it stays open before one exchange is let through to see, 30 s; at least 1 s
 */
public record BreakerRules(int window, int least, int failurePercent, int leastCalls, Duration open) {
    /** What holds unless something else is said: half of the last ten exchanges, of five at least, in two calls at least; 30 s. */
    public static final BreakerRules STANDARD = new BreakerRules(10, 5, 50, 2, Duration.ofSeconds(30));

    /** @throws IllegalArgumentException if a value is not positive, or there are more than the window holds */
    public BreakerRules {
        if (least < 1 || window < least || failurePercent < 1 || failurePercent > 100 || open.toSeconds() < 1) {
            throw new IllegalArgumentException("a breaker looks back on some exchanges and opens for some time");
        }
        if (leastCalls < 1 || leastCalls > window) {
            throw new IllegalArgumentException(
                    "failures come from one call or more, and from no more than are looked back on");
        }
    }
}
