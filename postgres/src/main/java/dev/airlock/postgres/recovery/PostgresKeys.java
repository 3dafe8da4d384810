package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.runtime.recovery.store.KeyStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keys in PostgreSQL. The row is the claim, and every write under it asks whether its worker still has its lease. */
final class PostgresKeys implements KeyStore {
    private static final String ONE = " k.caller = ? AND k.connector = ? AND k.operation = ? AND k.key = ?";

    /** The condition that a call still has the key: it was not taken over, is not finished, and its worker has its lease. */
    private static final String HAS = ONE + " AND k.call = ? AND k.outcome IS NULL AND EXISTS"
            + " (SELECT 1 FROM airlock.worker w WHERE w.id = k.worker AND " + WorkerLease.ALIVE + ")";

    /** A stored key. */
    private record Found(
            String call,
            String argsHash,
            long untilMillis,
            Optional<String> outcome,
            Optional<String> review,
            long claimedMillis,
            long nowMillis,
            boolean workerIsAlive) {
        boolean runs() {
            return nowMillis < untilMillis && workerIsAlive;
        }

        boolean isOver() {
            return claimedMillis <= nowMillis - KEPT.toMillis() && (outcome.isPresent() || untilMillis <= nowMillis);
        }
    }

    private final StoreDatabase database;
    private final WorkerLease lease;
    private final DatabaseTime time;

    PostgresKeys(StoreDatabase database, WorkerLease lease, DatabaseTime time) {
        this.database = database;
        this.lease = lease;
        this.time = time;
    }

    @Override
    public Claim claim(Key key, Claimant claimant, Instant now) {
        while (true) {
            String worker = lease.id();
            if (isGranted(key, claimant, now, worker)) {
                return new Claim.Granted();
            }
            Optional<Claim> other = database.transaction(rows -> asked(rows, key, claimant, now, worker));
            if (other.isPresent()) {
                return other.get();
            }
        }
    }

    private boolean isGranted(Key key, Claimant claimant, Instant now, String worker) {
        String at = time.sql(now);
        return database.statement(rows -> rows.update(
                        "INSERT INTO airlock.idempotency_key (caller, connector, operation, key, args_hash, claimed_at,"
                                + " until, worker, call) SELECT ?, ?, ?, ?, ?, " + at + ", " + at
                                + " + ?, w.id, ? FROM airlock.worker w WHERE w.id = ? AND " + WorkerLease.ALIVE
                                + " ON CONFLICT DO NOTHING",
                        key.actor(),
                        key.connector(),
                        key.operation(),
                        key.key(),
                        claimant.argsHash(),
                        millis(claimant, now),
                        claimant.call(),
                        worker))
                == 1;
    }

    /** Returns what the present row says. Empty: there was none, or it was too old; then the claim is tried again. */
    private Optional<Claim> asked(Rows rows, Key key, Claimant claimant, Instant now, String worker)
            throws SQLException {
        Optional<Found> found = find(rows, key, now, "");
        if (found.isEmpty()) {
            giveUpIfLost(rows, worker);
            return Optional.empty();
        }
        if (found.get().isOver()) {
            forget(rows, key, found.get().call());
            return Optional.empty();
        }
        return Optional.of(claimOf(rows, found.get(), claimant.argsHash(), now));
    }

    private void giveUpIfLost(Rows rows, String worker) throws SQLException {
        if (rows.first("SELECT 1 FROM airlock.worker w WHERE w.id = ? AND " + WorkerLease.ALIVE, row -> true, worker)
                .isEmpty()) {
            lease.lost(worker);
        }
    }

    private static void forget(Rows rows, Key key, String call) throws SQLException {
        rows.update("DELETE FROM airlock.sent WHERE call = ?", call);
        rows.update(
                "DELETE FROM airlock.idempotency_key k WHERE" + ONE + " AND k.call = ?",
                key.actor(),
                key.connector(),
                key.operation(),
                key.key(),
                call);
    }

    @Override
    public boolean takeOver(Key key, Claim.InDoubt from, Claimant claimant, Instant now) {
        String worker = lease.id();
        return database.transaction(rows -> {
            Optional<Found> found = find(rows, key, now, " FOR UPDATE OF k");
            boolean taken = found.isPresent()
                    && claimOf(rows, found.get(), claimant.argsHash(), now).equals(from)
                    && give(rows, key, claimant, now, worker);
            if (taken) {
                rows.update("UPDATE airlock.sent SET call = ? WHERE call = ?", claimant.call(), from.call());
            }
            return taken;
        });
    }

    private boolean give(Rows rows, Key key, Claimant claimant, Instant now, String worker) throws SQLException {
        String at = time.sql(now);
        boolean given = rows.update(
                        "UPDATE airlock.idempotency_key k SET call = ?, worker = w.id, claimed_at = " + at
                                + ", until = "
                                + at + " + ?, review = NULL FROM airlock.worker w WHERE" + ONE + " AND w.id = ? AND "
                                + WorkerLease.ALIVE,
                        claimant.call(),
                        millis(claimant, now),
                        key.actor(),
                        key.connector(),
                        key.operation(),
                        key.key(),
                        worker)
                == 1;
        if (!given) {
            lease.lost(worker);
        }
        return given;
    }

    /** Records it while the row is locked, so that nobody takes the key over without seeing it. */
    @Override
    public boolean sending(Key key, String call, Sending sending) {
        return database.statement(rows -> rows.update(
                        "INSERT INTO airlock.sent (call, attempt, method, host, bears_key)"
                                + " SELECT k.call, ?, ?, ?, ? FROM airlock.idempotency_key k WHERE" + HAS
                                + " FOR SHARE OF k",
                        sending.attempt(),
                        sending.method(),
                        sending.host(),
                        sending.bearsKey(),
                        key.actor(),
                        key.connector(),
                        key.operation(),
                        key.key(),
                        call)
                == 1);
    }

    @Override
    public boolean finish(Key key, String call, String outcome) {
        return ended(
                "UPDATE airlock.idempotency_key k SET outcome = ? WHERE",
                outcome,
                key.actor(),
                key.connector(),
                key.operation(),
                key.key(),
                call);
    }

    @Override
    public boolean release(Key key, String call) {
        return ended(
                "DELETE FROM airlock.idempotency_key k WHERE",
                key.actor(),
                key.connector(),
                key.operation(),
                key.key(),
                call);
    }

    /** Ends a call that still has its key, and forgets what it sent. */
    private boolean ended(String how, Object... values) {
        return database.statement(rows -> rows.first(
                        "WITH ended AS (" + how + HAS + " RETURNING k.call), forgotten AS (DELETE FROM airlock.sent s"
                                + " USING ended WHERE s.call = ended.call) SELECT 1 FROM ended",
                        row -> true,
                        values)
                .isPresent());
    }

    @Override
    public void reviewed(Key key, String call, String review) {
        int unused = database.statement(rows -> rows.update(
                "UPDATE airlock.idempotency_key k SET review = ? WHERE" + ONE + " AND k.call = ? AND k.outcome IS NULL",
                review,
                key.actor(),
                key.connector(),
                key.operation(),
                key.key(),
                call));
    }

    private Optional<Found> find(Rows rows, Key key, Instant now, String lock) throws SQLException {
        return rows.first(
                "SELECT k.call, k.args_hash, k.until, k.outcome, k.review, k.claimed_at, " + time.sql(now)
                        + ", EXISTS (SELECT 1 FROM airlock.worker w WHERE w.id = k.worker AND " + WorkerLease.ALIVE
                        + ") FROM airlock.idempotency_key k WHERE" + ONE + lock,
                PostgresKeys::found,
                key.actor(),
                key.connector(),
                key.operation(),
                key.key());
    }

    private static Found found(ResultSet row) throws SQLException {
        return new Found(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                Optional.ofNullable(row.getString(4)),
                Optional.ofNullable(row.getString(5)),
                row.getLong(6),
                row.getLong(7),
                row.getBoolean(8));
    }

    /** @param now the caller's clock, by which the time of a running call is given back */
    private static Claim claimOf(Rows rows, Found found, String argsHash, Instant now) throws SQLException {
        if (!found.argsHash().equals(argsHash)) {
            return new Claim.OtherArguments();
        }
        if (found.outcome().isPresent()) {
            return new Claim.Finished(found.outcome().get());
        }
        return found.runs()
                ? new Claim.Running(now.plusMillis(found.untilMillis() - found.nowMillis()))
                : new Claim.InDoubt(found.call(), Optional.of(sentBy(rows, found.call())), found.review());
    }

    private static List<Sending> sentBy(Rows rows, String call) throws SQLException {
        return rows.all(
                "SELECT attempt, method, host, bears_key FROM airlock.sent WHERE call = ? ORDER BY number",
                row -> new Sending(row.getInt(1), row.getString(2), row.getString(3), row.getBoolean(4)),
                call);
    }

    private static long millis(Claimant claimant, Instant now) {
        return Duration.between(now, claimant.until()).toMillis();
    }

    /** Forgets keys that are kept no longer. */
    static void forgetOld(Rows rows) throws SQLException {
        String now = DatabaseTime.SERVER.sql(Instant.EPOCH);
        rows.update(
                "WITH old AS (DELETE FROM airlock.idempotency_key WHERE claimed_at <= " + now
                        + " - ? AND (outcome IS NOT NULL OR until <= " + now
                        + ") RETURNING call) DELETE FROM airlock.sent s USING old WHERE s.call = old.call",
                KEPT.toMillis());
    }
}
