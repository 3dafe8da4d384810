package dev.airlock.sandbox.host.net.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import okio.Buffer;
import okio.SegmentPool;
import org.junit.jupiter.api.Test;

/**
 * The data that went through the HTTP client's buffers is gone once they are overwritten, whatever other threads do
 * meanwhile.
 */
final class PooledBuffersTest {
    private static final String SECRET = "5ec2e7-of-a-pooled-buffer";
    private static final int THREADS = 16;

    @Test
    void overwritesWhatWaitsInEachPool() throws InterruptedException {
        everywhere(PooledBuffersTest::fillPool);

        PooledBuffers.overwrite();

        assertThat(takenFromPools()).isNotEmpty().noneMatch(text -> text.contains(SECRET));
    }

    @Test
    void aThreadThatOutlivesItsTransportLeavesNothingEither() throws InterruptedException {
        takenFromPools(); // a full pool takes nothing back
        ClientThreads threads = new ClientThreads();
        CountDownLatch holds = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<Thread> late = new CompletableFuture<>();
        threads.taskRunner().newQueue().execute("late", 0, true, () -> {
            late.complete(Thread.currentThread());
            Buffer buffer = new Buffer().writeUtf8(SECRET.repeat(100));
            holds.countDown();
            awaitThoughInterrupted(closed);
            buffer.clear();
            return kotlin.Unit.INSTANCE;
        });
        holds.await();
        threads.close();

        closed.countDown();
        late.join().join();

        assertThat(takenFromPools()).isNotEmpty().noneMatch(text -> text.contains(SECRET));
    }

    private static void awaitThoughInterrupted(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) { // closing interrupts, and this thread has not noticed it
            }
        }
    }

    private static void fillPool() {
        Buffer buffer = new Buffer();
        while (buffer.size() < SegmentPool.INSTANCE.getMAX_SIZE()) {
            buffer.writeUtf8(SECRET);
        }
        buffer.clear();
    }

    /** Takes everything out of all pools, as text. */
    private static List<String> takenFromPools() throws InterruptedException {
        List<String> taken = Collections.synchronizedList(new ArrayList<>());
        everywhere(() -> {
            Buffer buffer = new Buffer();
            try (Buffer.UnsafeCursor cursor = buffer.readAndWriteUnsafe(new Buffer.UnsafeCursor())) {
                while (SegmentPool.INSTANCE.getByteCount() > 0) {
                    cursor.expandBuffer(1);
                    taken.add(new String(cursor.data, StandardCharsets.ISO_8859_1));
                }
            }
        });
        return taken;
    }

    /** Runs work on at least as many threads as there are pools, one after the other. */
    private static void everywhere(Runnable work) throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(work);
            thread.start();
            thread.join();
        }
    }
}
