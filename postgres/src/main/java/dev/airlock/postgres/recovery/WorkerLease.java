package dev.airlock.postgres.recovery;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lease of this process, under which its calls hold their keys: a row that it renews every 10 s. Once it was not renewed for 45 s it is
 * lost for good, by the server's clock. Then every write of the calls under it is refused, and later calls get a new lease.
 *
 * <p>Thread-safe. The lease begins with the first call.
 */
final class WorkerLease implements AutoCloseable {
    static final Duration RENEWED_EACH = Duration.ofSeconds(10);
    static final Duration LOST_AFTER = Duration.ofSeconds(45);

    /** The condition that a worker's row {@code w} has not lost its lease. */
    static final String ALIVE = "w.lease_until > clock_timestamp()";

    private static final String UNTIL = "clock_timestamp() + interval '" + LOST_AFTER.toSeconds() + " s'";

    /** How long the row of a lost lease stays, for whoever looks. */
    private static final String KEPT = "interval '7 days'";

    private final StoreDatabase database;
    private final Runnable alsoNow;
    private @Nullable String id;
    private @Nullable ScheduledExecutorService renewal;
    private boolean closed;

    /** @param alsoNow work to do after each renewal */
    WorkerLease(StoreDatabase database, Runnable alsoNow) {
        this.database = database;
        this.alsoNow = alsoNow;
    }

    /** Returns the id of the lease, which begins if there is none. It may have been lost meanwhile. */
    String id() {
        return held().orElseGet(this::begun);
    }

    /** Begins a lease. Waits for the server without a lock; of several at once, one is kept, and the others run out. */
    private String begun() {
        String begun = UUID.randomUUID().toString();
        int unused = database.statement(rows -> rows.update(
                "INSERT INTO airlock.worker (id, host, process, lease_until) VALUES (?, ?, ?, " + UNTIL + ")",
                begun,
                host(),
                ProcessHandle.current().pid()));
        return kept(begun);
    }

    private synchronized String kept(String begun) {
        String known = id == null ? begun : id;
        id = known;
        renewRegularly();
        return known;
    }

    /** Gives up a lease that was lost, so that the next {@link #id} begins another. */
    synchronized void lost(String which) {
        if (which.equals(id)) {
            id = null;
        }
    }

    private void renewRegularly() {
        if (renewal == null && !closed) {
            ScheduledExecutorService regularly = Executors.newSingleThreadScheduledExecutor(WorkerLease::thread);
            renewal = regularly;
            long millis = RENEWED_EACH.toMillis();
            var unused = regularly.scheduleWithFixedDelay(this::renewQuietly, millis, millis, TimeUnit.MILLISECONDS);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "airlock-lease");
        thread.setDaemon(true);
        return thread;
    }

    private void renewQuietly() {
        try {
            renew();
            alsoNow.run();
        } catch (RuntimeException untilTheNextTime) {
            // a lease that cannot be renewed is lost in time, and each call learns from the store what is wrong
        }
    }

    /** Renews the lease. A lost one stays lost. */
    void renew() {
        Optional<String> held = held();
        if (held.isPresent()
                && database.statement(rows -> rows.update(
                                "UPDATE airlock.worker w SET lease_until = " + UNTIL + " WHERE w.id = ? AND " + ALIVE,
                                held.get()))
                        == 0) {
            lost(held.get());
        }
    }

    private synchronized Optional<String> held() {
        return Optional.ofNullable(id);
    }

    /** Forgets workers whose leases were lost long ago. */
    static void forgetLost(Rows rows) throws SQLException {
        rows.update("DELETE FROM airlock.worker WHERE lease_until < clock_timestamp() - " + KEPT);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    /** Ends the lease now, so that nobody waits for calls that can no longer end their keys. */
    @Override
    public void close() {
        Optional<String> held = held();
        stopRenewing();
        held.ifPresent(which -> database.statement(rows -> rows.update(
                "UPDATE airlock.worker w SET lease_until = clock_timestamp() WHERE w.id = ? AND " + ALIVE, which)));
    }

    private synchronized void stopRenewing() {
        closed = true;
        id = null;
        if (renewal != null) {
            renewal.shutdownNow();
        }
    }
}
