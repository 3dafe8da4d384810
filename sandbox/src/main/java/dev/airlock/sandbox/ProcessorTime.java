package dev.airlock.sandbox;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The processor time of one thread that lives no longer than a call. What the JVM does not measure, or measures no more, is
 * absent. Thread-safe.
 */
final class ProcessorTime {
    private static final long NOT_MEASURED = -1;

    private final ThreadMXBean threads;
    private volatile long threadId = NOT_MEASURED;
    private volatile long nanosAtEnd = NOT_MEASURED;

    ProcessorTime() {
        this(ManagementFactory.getThreadMXBean());
    }

    ProcessorTime(ThreadMXBean threads) {
        this.threads = threads;
    }

    /** Says that it is this thread's time. */
    void start() {
        threadId = Thread.currentThread().getId();
    }

    /** Says that this thread is about to end. */
    void end() {
        nanosAtEnd = measured();
    }

    /** Milliseconds so far, or until the thread's end; empty if they are not known. */
    OptionalLong millis() {
        if (threadId == NOT_MEASURED) {
            return OptionalLong.empty();
        }
        long nanos = nanosAtEnd == NOT_MEASURED ? measured() : nanosAtEnd;
        return nanos == NOT_MEASURED ? OptionalLong.empty() : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    private long measured() {
        if (!threads.isThreadCpuTimeSupported()) {
            return NOT_MEASURED;
        }
        try {
            return threads.getThreadCpuTime(threadId);
        } catch (UnsupportedOperationException e) {
            return NOT_MEASURED;
        }
    }
}
