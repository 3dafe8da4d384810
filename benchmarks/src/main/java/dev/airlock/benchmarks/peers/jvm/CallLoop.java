package dev.airlock.benchmarks.peers.jvm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Calls a connector repeatedly on a number of threads and times each call. */
final class CallLoop implements AutoCloseable {
    private final Guest guest;
    private final String expected;
    private final ExecutorService callers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "caller");
        thread.setDaemon(true);
        return thread;
    });

    CallLoop(Guest guest, String expected) {
        this.guest = guest;
        this.expected = expected;
    }

    /**
     * The times of a run.
     *
     * @param wallNanos the time from the start of the first call to the end of the last
     * @param nanos the time of each call
     */
    record Times(long wallNanos, List<Long> nanos) {}

    Times run(int threads, long millis) throws InterruptedException, ExecutionException {
        CountDownLatch ready = new CountDownLatch(threads);
        List<Future<long[]>> running = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            running.add(callers.submit(() -> runTogether(ready, millis)));
        }
        ready.countDown();
        ready.await();
        long start = System.nanoTime();
        List<long[]> all = new ArrayList<>(List.of(runUntil(start + millis * 1_000_000)));
        for (Future<long[]> other : running) {
            all.add(other.get());
        }
        long wallNanos = System.nanoTime() - start;
        return new Times(
                wallNanos, all.stream().flatMapToLong(LongStream::of).boxed().toList());
    }

    private long[] runTogether(CountDownLatch ready, long millis) throws InterruptedException {
        ready.countDown();
        ready.await();
        return runUntil(System.nanoTime() + millis * 1_000_000);
    }

    private long[] runUntil(long endNanos) {
        long[] nanos = new long[1024];
        int count = 0;
        long before = System.nanoTime();
        do {
            String answer = guest.call();
            long after = System.nanoTime();
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = after - before;
            check(answer);
            before = System.nanoTime();
        } while (before - endNanos < 0);
        return Arrays.copyOf(nanos, count);
    }

    /** Makes a number of calls on the caller's thread without timing them. */
    void repeat(int calls) {
        for (int i = 0; i < calls; i++) {
            check(guest.call());
        }
    }

    private void check(String answer) {
        if (!answer.equals(expected)) {
            throw new IllegalStateException("answered " + answer + " and not " + expected);
        }
    }

    @Override
    public void close() {
        callers.shutdownNow();
    }
}
