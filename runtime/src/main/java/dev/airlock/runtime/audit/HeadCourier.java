package dev.airlock.runtime.audit;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Brings heads to those who keep them, on a thread of its own; of several that wait, the last. */
final class HeadCourier {
    /** What could not be kept, and why. */
    record Lost(KeptHead head, String why) {}

    private final List<HeadKeeper> keepers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "airlock-audit-heads");
        made.setDaemon(true);
        return made;
    });
    private final AtomicReference<@Nullable KeptHead> waiting = new AtomicReference<>();
    private final AtomicReference<@Nullable Lost> lost = new AtomicReference<>();
    private volatile boolean losing;

    HeadCourier(List<HeadKeeper> keepers) {
        this.keepers = keepers;
    }

    /** Has a head kept soon, unless this was closed. */
    void bring(KeptHead head) {
        if (!keepers.isEmpty() && !thread.isShutdown() && waiting.getAndSet(head) == null) {
            thread.execute(this::bringWaiting);
        }
    }

    /** A head that was lost since this was asked before, the first of several in a row. */
    Optional<Lost> lost() {
        return Optional.ofNullable(lost.getAndSet(null));
    }

    /** Waits until the last one is kept, at most so long. */
    void close(Duration within) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
                boolean unused = thread.awaitTermination(1, TimeUnit.SECONDS); // so that what is lost is known to be
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            thread.shutdownNow();
        }
    }

    private void bringWaiting() {
        KeptHead head = waiting.getAndSet(null);
        if (head == null) {
            return;
        }
        boolean kept = true;
        for (HeadKeeper keeper : keepers) {
            kept &= isKept(keeper, head);
        }
        losing = !kept;
    }

    private boolean isKept(HeadKeeper keeper, KeptHead head) {
        try {
            keeper.keep(head);
            return true;
        } catch (IOException | RuntimeException e) {
            if (!losing) {
                lost.set(new Lost(
                        head, e instanceof IOException ? String.valueOf(e.getMessage()) : "an internal fault"));
            }
            return false;
        }
    }
}
