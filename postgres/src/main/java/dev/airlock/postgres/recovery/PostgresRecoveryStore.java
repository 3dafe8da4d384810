package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.Connections;
import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.postgres.schema.StoreTables;
import dev.airlock.runtime.recovery.store.CircuitStore;
import dev.airlock.runtime.recovery.store.ConversationStore;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.ReversalStore;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import java.time.Duration;
import java.util.Properties;

/**
 * Recovery's stores in PostgreSQL, for all machines that name the same database. Its tables are created on first use. Times are those of
 * the server's clock. Each process has one lease, under which its calls hold their keys.
 */
public final class PostgresRecoveryStore implements RecoveryStore {
    private static final int MOST_CONNECTIONS = 8;
    private static final Duration TRUSTED = Duration.ofSeconds(1);

    private final StoreDatabase database;
    private final WorkerLease lease;
    private final DatabaseTime time;

    private PostgresRecoveryStore(StoreDatabase database, DatabaseTime time) {
        this.database = database;
        this.time = time;
        this.lease = new WorkerLease(database, this::forgetOld);
    }

    /** Returns a store in the database at a URL, which is connected on first use. */
    public static PostgresRecoveryStore at(String url, Properties account) {
        return at(url, account, DatabaseTime.SERVER);
    }

    static PostgresRecoveryStore at(String url, Properties account, DatabaseTime time) {
        Connections.Keeping keeping = new Connections.Keeping("airlock-recovery", MOST_CONNECTIONS, TRUSTED.toNanos());
        return new PostgresRecoveryStore(
                new StoreDatabase(new Connections(url, account, keeping, StoreTables::bringUpToDate)), time);
    }

    WorkerLease lease() {
        return lease;
    }

    private void forgetOld() {
        int unused = database.transaction(rows -> {
            PostgresKeys.forgetOld(rows);
            PostgresConversations.forgetOld(rows);
            WorkerLease.forgetLost(rows);
            return 0;
        });
    }

    @Override
    public KeyStore keys() {
        return new PostgresKeys(database, lease, time);
    }

    @Override
    public ConversationStore conversations() {
        return new PostgresConversations(database, lease, time);
    }

    @Override
    public ReversalStore reversals() {
        return new PostgresReversals(database, time);
    }

    @Override
    public ReviewStore reviews() {
        return new PostgresReviews(database, time);
    }

    @Override
    public CircuitStore circuits() {
        return new PostgresCircuits(database, time);
    }

    /** Ends the lease and closes the connections. Calls that still run can no longer end their keys. */
    @Override
    public void close() {
        try {
            lease.close();
        } catch (StoreUnavailableException lostInTime) {
            // a server that is away ends the lease by its clock
        } finally {
            database.close();
        }
    }
}
