package dev.airlock.runtime.audit.key;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Delivers heads to their keepers, on a thread of its own. Of several pending heads, it delivers the last. */
public final class HeadCourier {
    /** A head that could not be kept, and the reason. */
    public record Lost(KeptHead head, String why) {}

    private final List<HeadKeeper> keepers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread made = new Thread(work, "airlock-audit-heads");
        made.setDaemon(true);
        return made;
    });
    private final AtomicReference<@Nullable KeptHead> waiting = new AtomicReference<>();
    private final AtomicReference<@Nullable Lost> lost = new AtomicReference<>();
    private volatile boolean losing;

    public HeadCourier(List<HeadKeeper> keepers) {
        this.keepers = keepers;
    }

    /** Delivers a head soon, unless this is closed. */
    public void bring(KeptHead head) {
        if (!keepers.isEmpty() && !thread.isShutdown() && waiting.getAndSet(head) == null) {
            thread.execute(this::bringWaiting);
        }
    }

    /** Returns the head that was lost since the last request; of several in a row, the first. */
    public Optional<Lost> lost() {
        return Optional.ofNullable(lost.getAndSet(null));
    }

    /** Waits until the last head is kept, for at most the given time. */
    public void close(Duration within) {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(within.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
                boolean unused = thread.awaitTermination(1, TimeUnit.SECONDS); // so that a lost head is known
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
