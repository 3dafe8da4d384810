package dev.airlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time that something may take to end by itself.
 *
 * @param most the time after which it counts as left
 */
record Patience(Duration most) {
    /** Enough time on a busy machine. */
    static final Patience LONG = new Patience(Duration.ofMinutes(1));

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    void awaitNone(Remains kind, List<String> allowed) {
        awaitNone(kind, allowed, "");
    }

    /**
     * Waits until nothing of the kind is left, apart from the allowed ones.
     *
     * @param when the tests that may have left it, for the message
     * @throws AssertionError if something is left
     */
    void awaitNone(Remains kind, List<String> allowed, String when) {
        long end = System.nanoTime() + most.toNanos();
        List<String> left = beside(allowed, kind.found());
        while (!left.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
            left = beside(allowed, kind.found());
        }
        assertThat(left).as("%s left %s", kind, when).isEmpty();
    }

    private static List<String> beside(List<String> allowed, List<String> found) {
        List<String> left = new ArrayList<>(found);
        left.removeAll(allowed);
        return left;
    }
}
