package dev.airlock.benchmarks.peers.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AllocatedBytesTest {
    private static final int BYTES = 10_000_000;

    @Test
    void countsWhatOtherThreadsAllocate() throws Exception {
        AtomicReference<byte[]> kept = new AtomicReference<>(new byte[0]);
        CountDownLatch end = new CountDownLatch(1);

        var counted = AllocatedBytes.during(() -> allocateElsewhere(kept, end));

        assertThat(counted.orElseThrow()).isBetween((long) BYTES, 2L * BYTES);
        end.countDown();
    }

    private static void allocateElsewhere(AtomicReference<byte[]> kept, CountDownLatch end) {
        CountDownLatch allocated = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            kept.set(new byte[BYTES]);
            allocated.countDown();
            awaitQuietly(end);
        });
        thread.setDaemon(true);
        thread.start();
        awaitQuietly(allocated);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
