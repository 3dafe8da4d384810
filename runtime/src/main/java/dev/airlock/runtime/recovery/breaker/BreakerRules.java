package dev.airlock.runtime.recovery.breaker;

import java.time.Duration;

/**
 * The rules for opening a circuit.
 *
 * @param window the number of latest exchanges that count, 10
 * @param least the minimum number of exchanges, 5
 * @param failurePercent the share of failures that opens it, 50
 * @param leastCalls the minimum number of calls with failures, 2, so that a single call with its retries does not open it
 * @param open how long it stays open before it lets one probe through, 30 s; at least 1 s
 */
public record BreakerRules(int window, int least, int failurePercent, int leastCalls, Duration open) {
    /**
     * The default: opens for 30 s if half of the last ten exchanges failed, of at least five, and the failures come from at least two
     * calls.
     */
    public static final BreakerRules STANDARD = new BreakerRules(10, 5, 50, 2, Duration.ofSeconds(30));

    /** @throws IllegalArgumentException if a value is not positive, or a minimum is larger than the window */
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
