package dev.airlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long something that ends by itself may take to end.
 *
 * @param most then it counts as left
 */
record Patience(Duration most) {
    /** Enough for a machine that does much else. */
    static final Patience LONG = new Patience(Duration.ofMinutes(1));

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    void awaitNone(Remains kind, List<String> allowed) {
        awaitNone(kind, allowed, "");
    }

    /**
     * Waits until nothing of the kind is there beside what is allowed.
     *
     * @param when where to look for what left it
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
