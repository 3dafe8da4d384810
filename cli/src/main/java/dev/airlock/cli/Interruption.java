package dev.airlock.cli;

import dev.airlock.sandbox.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C: the process is asked to end, the running call is cancelled, and the process waits a moment for the outcome to
 * be printed. The JVM then ends with 130, as the shell expects.
 */
final class Interruption {
    private static final long PATIENCE_SECONDS = 3;
    private static final CountDownLatch FINISHED = new CountDownLatch(1);

    private Interruption() {}

    /** Cancels the call when the process is asked to end. */
    static Runnable cancels(Cancellation cancellation) {
        Thread hook = new Thread(
                () -> {
                    cancellation.cancel();
                    awaitFinished();
                },
                "airlock-interruption");
        Runtime.getRuntime().addShutdownHook(hook);
        return () -> removeQuietly(hook);
    }

    /** The outcome is printed. */
    static void finished() {
        FINISHED.countDown();
    }

    private static void awaitFinished() {
        try {
            FINISHED.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeQuietly(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already: the hook runs, and finds the call over.
        }
    }
}
