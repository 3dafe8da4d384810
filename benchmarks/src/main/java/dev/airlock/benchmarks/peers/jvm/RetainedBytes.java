package dev.airlock.benchmarks.peers.jvm;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** Measures the memory in use after a garbage collection: the heap, and the metaspace with its classes. */
final class RetainedBytes {
    static final String HOW =
            "used heap and metaspace after garbage collections, the difference for each connector more";

    private static final int COLLECTIONS = 3;

    private RetainedBytes() {}

    static long now() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return heap
                + ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getName().equals("Metaspace"))
                        .map(MemoryPoolMXBean::getUsage)
                        .mapToLong(usage -> usage.getUsed())
                        .sum();
    }
}
