package dev.airlock.sandbox.thread;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The processor time that a thread takes for one call; absent if the JVM does not measure it. Thread-safe. */
public final class ProcessorTime {
    private static final long NOT_MEASURED = -1;

    private final ThreadMXBean threads;
    private volatile long threadId = NOT_MEASURED;
    private volatile long nanosAtStart = NOT_MEASURED;
    private volatile long nanosAtEnd = NOT_MEASURED;

    public ProcessorTime() {
        this(ManagementFactory.getThreadMXBean());
    }

    public ProcessorTime(ThreadMXBean threads) {
        this.threads = threads;
    }

    /** Records that this thread begins the call. */
    public void start() {
        threadId = Thread.currentThread().getId();
        nanosAtStart = measured();
    }

    /** Records that this thread has finished the call. */
    public void end() {
        nanosAtEnd = measured();
    }

    /** Milliseconds so far, or until the call's end; empty if they are not known. */
    public OptionalLong millis() {
        if (nanosAtStart == NOT_MEASURED) {
            return OptionalLong.empty();
        }
        long nanos = nanosAtEnd == NOT_MEASURED ? measured() : nanosAtEnd;
        return nanos == NOT_MEASURED
                ? OptionalLong.empty()
                : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(nanos - nanosAtStart));
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
