package dev.airlock.benchmarks.peers.jvm;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Measures the heap allocation of all threads together, from the JVM's count for each thread. The count of a thread is lost at its end, so
 * a measurement during which a thread ended is repeated.
 */
final class AllocatedBytes {
    static final String HOW = "the JVM's count for each thread, summed over the caller's and all others";

    private static final int ATTEMPTS = 8;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {}

    /** Returns the bytes that the work allocates; empty if threads ended in every attempt. */
    static OptionalLong during(Runnable work) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long started = THREADS.getTotalStartedThreadCount();
            Map<Long, Long> before = counts();
            work.run();
            Map<Long, Long> after = counts();
            long startedMeanwhile = THREADS.getTotalStartedThreadCount() - started;
            if (after.keySet().containsAll(before.keySet()) && after.size() - before.size() == startedMeanwhile) {
                return OptionalLong.of(sum(after) - sum(before));
            }
        }
        return OptionalLong.empty();
    }

    private static Map<Long, Long> counts() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> counts = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                counts.put(ids[i], bytes[i]);
            }
        }
        return counts;
    }

    private static long sum(Map<Long, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
