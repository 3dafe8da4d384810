package dev.airlock.benchmarks.peers.jvm;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Calls a connector that was just loaded and is not compiled yet, until its calls run compiled. */
final class UncachedCalls {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long NOT_YET = Long.MAX_VALUE;

    private UncachedCalls() {}

    /** Prints the time in milliseconds from the load to the start of the first call that ran compiled. */
    static void run(GuestHost host, byte[] module, int threads) throws InterruptedException {
        Guest guest = host.load(module);
        long loaded = System.nanoTime();
        AtomicLong first = new AtomicLong(NOT_YET);
        CountDownLatch callers = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread caller = new Thread(
                    () -> {
                        first.accumulateAndGet(firstCompiled(guest, loaded), Math::min);
                        callers.countDown();
                    },
                    "caller");
            caller.setDaemon(true);
            caller.start();
        }
        callers.await();
        System.out.println(
                first.get() == NOT_YET
                        ? "{\"not_measured\":\"nothing was compiled in " + PATIENCE.toSeconds() + " s\"}"
                        : "{\"value\":" + first.get() / 1e6 + "}");
    }

    /** Makes calls until one has run compiled. Returns the start of that call in nanoseconds since the load. */
    private static long firstCompiled(Guest guest, long loaded) {
        while (true) {
            boolean isCompiled = guest.isCompiled();
            long began = System.nanoTime() - loaded;
            guest.call();
            if (isCompiled || began > PATIENCE.toNanos()) {
                return isCompiled ? began : NOT_YET;
            }
        }
    }
}
