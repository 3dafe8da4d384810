package dev.airlock.sandbox.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SpareThreadsTest {
    private final List<Thread> made = new CopyOnWriteArrayList<>();
    private final SpareThreads threads = new SpareThreads(this::made, new HandOff());

    private Thread made(Runnable work) {
        Thread thread = new Thread(work, "spare");
        made.add(thread);
        return thread;
    }

    @AfterEach
    void leavesNoThread() throws InterruptedException {
        threads.close();
        for (Thread thread : made) {
            thread.join();
        }
    }

    /** Runs work, and returns when its thread is free. */
    private Thread thread(Runnable work) {
        CompletableFuture<Thread> done = new CompletableFuture<>();
        threads.execute(free -> {
            work.run();
            free.run();
            done.complete(Thread.currentThread());
        });
        return done.join();
    }

    @Test
    void takesAThreadThatIsFreeAgain() {
        Thread first = thread(() -> {});

        for (int i = 0; i < 1_000; i++) {
            assertThat(thread(() -> {})).isSameAs(first);
        }
        assertThat(made).hasSize(1);
    }

    @Test
    void makesAThreadWhereNoneIsFree() {
        CompletableFuture<Thread> other = new CompletableFuture<>();

        Thread first = thread(() -> {
            threads.execute(free -> other.complete(Thread.currentThread()));
            other.join();
        });

        assertThat(other.join()).isNotSameAs(first);
    }

    /** The thread sleeps and no longer spins, as it does when there are no calls. */
    @Test
    void wakesAThreadThatSleeps() {
        Thread first = thread(() -> {});
        while (first.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        assertThat(thread(() -> {})).isSameAs(first);
    }

    @Test
    void anInterruptionForOneDoesNotReachTheNext() {
        Thread first = thread(() -> Thread.currentThread().interrupt());
        CompletableFuture<Boolean> seen = new CompletableFuture<>();

        assertThat(thread(() -> seen.complete(Thread.currentThread().isInterrupted())))
                .isSameAs(first);
        assertThat(seen.join()).isFalse();
    }

    /** A thread that stayed interrupted could not sleep. */
    @Test
    void aFreeThreadThatIsInterruptedSleepsOn() {
        Thread first = thread(() -> {});
        first.interrupt();
        while (first.isInterrupted() || first.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        assertThat(thread(() -> {})).isSameAs(first);
    }

    @Test
    void doesEachWorkOnceWhoeverBringsIt() throws InterruptedException {
        int callers = 8;
        int each = 2_000;
        AtomicInteger[] done = new AtomicInteger[callers * each];
        for (int i = 0; i < done.length; i++) {
            done[i] = new AtomicInteger();
        }
        BlockingQueue<Throwable> wrong = new LinkedBlockingQueue<>();
        CountDownLatch over = new CountDownLatch(callers);
        for (int caller = 0; caller < callers; caller++) {
            int from = caller * each;
            new Thread(() -> {
                        try {
                            for (int i = from; i < from + each; i++) {
                                Thread unused = thread(done[i]::incrementAndGet);
                            }
                        } catch (Throwable e) {
                            wrong.add(e);
                        } finally {
                            over.countDown();
                        }
                    })
                    .start();
        }
        over.await();

        assertThat(wrong).isEmpty();
        assertThat(done).allSatisfy(times -> assertThat(times).hasValue(1));
        assertThat(made.size()).as("as many as worked at once").isLessThanOrEqualTo(callers);
    }

    @Test
    void takesNothingWhenItIsClosed() throws InterruptedException {
        Thread idle = thread(() -> {});

        threads.close();

        idle.join();
        assertThatThrownBy(() -> threads.execute(free -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
