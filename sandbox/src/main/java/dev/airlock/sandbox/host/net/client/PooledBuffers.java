package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.dial.DaemonThreads;
import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import okio.Buffer;
import okio.SegmentPool;

/**
 * The buffers through which the HTTP client reads and writes. Its library keeps unused buffers, with the last data that
 * went through them, in pools of the whole JVM for as long as the JVM lives.
 */
public final class PooledBuffers {
    /**
     * How often to check whether a pool has a buffer. While another thread takes one out or returns one, the pool seems
     * empty, and a buffer comes from elsewhere (Okio 3.18, {@code SegmentPool}).
     */
    private static final int LOOKS = 20;

    private static final Duration BETWEEN_LOOKS = Duration.ofNanos(50_000);

    /** The number of pools; the lowest bits of a thread's identifier say which one it uses. */
    private static final int POOLS = Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 2 - 1);

    private static final ThreadFactory THREADS = DaemonThreads.named("airlock-http-overwrite");

    private PooledBuffers() {}

    /**
     * Overwrites the buffers that are unused now, whoever used them. Waits until that is done, or the thread is
     * interrupted, which stays set.
     */
    public static void overwrite() {
        Collection<Thread> threads = oneOfEachPool();
        threads.forEach(Thread::start);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Identifiers are given in turn, so a few more threads than pools cover every pool. */
    private static Collection<Thread> oneOfEachPool() {
        Map<Long, Thread> threads = new HashMap<>();
        while (threads.size() < POOLS) {
            Thread thread = THREADS.newThread(PooledBuffers::overwritePool);
            threads.putIfAbsent(thread.getId() & (POOLS - 1), thread);
        }
        return threads.values();
    }

    /** Takes every buffer out of this thread's pool, overwrites it, and returns it. */
    private static void overwritePool() {
        Buffer buffer = new Buffer();
        try (Buffer.UnsafeCursor cursor = buffer.readAndWriteUnsafe(new Buffer.UnsafeCursor())) {
            for (int look = 0; look < LOOKS; look++) {
                while (SegmentPool.INSTANCE.getByteCount() > 0) {
                    cursor.expandBuffer(1);
                    Arrays.fill(cursor.data, (byte) 0);
                }
                pause();
            }
        }
        buffer.clear();
    }

    private static void pause() {
        try {
            Sleeper.sleep(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
