package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.runtime.recovery.store.ConversationStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Calls of conversations in PostgreSQL. Transactions about calls that are alike follow each other, so that one of them runs. */
final class PostgresConversations implements ConversationStore {
    /** The lock for one likeness, and then the time. */
    private static final String TURN =
            "WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended(?, 0))) SELECT ";

    private static final String ALIKE = " FROM airlock.conversation_call c WHERE c.likeness = ?";
    private static final String ONE = " WHERE likeness = ? AND audit_id = ?";

    /** A stored call, which may run or have ended. */
    private record Found(
            Begun call, long untilMillis, Optional<Instant> endedAt, Optional<String> ending, boolean workerIsAlive) {
        boolean runs(long nowMillis) {
            return endedAt.isEmpty() && nowMillis < untilMillis && workerIsAlive;
        }
    }

    private final StoreDatabase database;
    private final WorkerLease lease;
    private final DatabaseTime time;

    PostgresConversations(StoreDatabase database, WorkerLease lease, DatabaseTime time) {
        this.database = database;
        this.lease = lease;
        this.time = time;
    }

    @Override
    public Admission begin(String likeness, Beginning call, Instant now) {
        String worker = lease.id();
        return database.transaction(rows -> {
            long at = turn(rows, likeness, now);
            rows.update(
                    "DELETE FROM airlock.conversation_call WHERE likeness = ? AND ended_at <= ?",
                    likeness,
                    at - KEPT.toMillis());
            Optional<Begun> running = running(rows, likeness, at);
            if (running.isPresent()) {
                return new Admission.Running(running.get());
            }
            List<Ended> ended = ended(rows, likeness);
            if (!ended.isEmpty()) {
                return new Admission.Followed(ended);
            }
            String key = leadsTo(rows, call.call().key(), at);
            insert(rows, likeness, call, key, new At(now, at, worker));
            return new Admission.Granted(key);
        });
    }

    /** The moment at which a call begins, by two clocks, and the worker that makes it. */
    private record At(Instant callers, long serversMillis, String worker) {
        long millis(Instant callersOther) {
            return serversMillis + Duration.between(callers, callersOther).toMillis();
        }
    }

    @Override
    public boolean replace(String likeness, String earlier, Beginning call, Instant now) {
        String worker = lease.id();
        return database.transaction(rows -> {
            long at = turn(rows, likeness, now);
            if (running(rows, likeness, at).isPresent()
                    || rows.update(
                                    "DELETE FROM airlock.conversation_call" + ONE + " AND ended_at IS NOT NULL",
                                    likeness,
                                    earlier)
                            == 0) {
                return false;
            }
            insert(rows, likeness, call, call.call().key(), new At(now, at, worker));
            return true;
        });
    }

    @Override
    public void insist(String likeness, Beginning call, Instant now) {
        String worker = lease.id();
        int unused = database.transaction(rows -> {
            long at = turn(rows, likeness, now);
            Optional<Begun> unusedHere = running(rows, likeness, at);
            rows.update("DELETE FROM airlock.conversation_call WHERE likeness = ? AND ended_at IS NOT NULL", likeness);
            return insert(rows, likeness, call, call.call().key(), new At(now, at, worker));
        });
    }

    @Override
    public void end(String likeness, String auditId, String ending, Instant at) {
        int unused = database.statement(rows -> rows.update(
                "UPDATE airlock.conversation_call SET ended_at = " + time.sql(at) + ", ending = ?" + ONE,
                ending,
                likeness,
                auditId));
    }

    @Override
    public void forget(String likeness, String auditId) {
        int unused = database.statement(
                rows -> rows.update("DELETE FROM airlock.conversation_call" + ONE, likeness, auditId));
    }

    /** Waits for the turn, and returns the time by the server's clock. */
    private long turn(Rows rows, String likeness, Instant now) throws SQLException {
        return rows.first(TURN + time.sql(now) + " FROM turn", row -> row.getLong(1), likeness)
                .orElseThrow();
    }

    private static String leadsTo(Rows rows, String key, long nowMillis) throws SQLException {
        return rows.first(
                        "SELECT key FROM airlock.conversation_key WHERE own = ? AND since > ?",
                        row -> row.getString(1),
                        key,
                        nowMillis - LEADS.toMillis())
                .orElse(key);
    }

    /** Returns a running call. Ends those whose worker lost its lease. */
    private static Optional<Begun> running(Rows rows, String likeness, long nowMillis) throws SQLException {
        Optional<Begun> running = Optional.empty();
        for (Found found : all(rows, likeness)) {
            if (found.runs(nowMillis)) {
                running = Optional.of(found.call());
            } else if (found.endedAt().isEmpty()) {
                rows.update(
                        "UPDATE airlock.conversation_call SET ended_at = ?" + ONE + " AND ended_at IS NULL",
                        nowMillis,
                        likeness,
                        found.call().auditId());
            }
        }
        return running;
    }

    private static List<Ended> ended(Rows rows, String likeness) throws SQLException {
        return all(rows, likeness).stream()
                .filter(found -> found.endedAt().isPresent())
                .map(found -> new Ended(found.call(), found.endedAt().orElseThrow(), found.ending()))
                .toList();
    }

    private static List<Found> all(Rows rows, String likeness) throws SQLException {
        return rows.all(
                "SELECT c.audit_id, c.key, c.began_at, c.until, c.ended_at, c.ending, EXISTS (SELECT 1 FROM"
                        + " airlock.worker w WHERE w.id = c.worker AND " + WorkerLease.ALIVE + ")" + ALIKE
                        + " ORDER BY c.ended_at DESC NULLS LAST, c.began_at DESC",
                PostgresConversations::found,
                likeness);
    }

    private static int insert(Rows rows, String likeness, Beginning beginning, String key, At at) throws SQLException {
        Begun call = beginning.call();
        Optional<String> own = beginning.own().filter(made -> !made.equals(key));
        if (own.isPresent()) {
            rows.update(
                    "INSERT INTO airlock.conversation_key (own, key, since) VALUES (?, ?, ?)"
                            + " ON CONFLICT (own) DO UPDATE SET key = excluded.key, since = excluded.since",
                    own.get(),
                    key,
                    at.millis(call.beganAt()));
        }
        return rows.update(
                "INSERT INTO airlock.conversation_call (likeness, audit_id, key, began_at, until, worker)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                likeness,
                call.auditId(),
                key,
                call.beganAt().toEpochMilli(),
                at.millis(beginning.until()),
                at.worker());
    }

    private static Found found(ResultSet row) throws SQLException {
        long endedAt = row.getLong(5);
        boolean runs = row.wasNull();
        return new Found(
                new Begun(row.getString(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3))),
                row.getLong(4),
                runs ? Optional.empty() : Optional.of(Instant.ofEpochMilli(endedAt)),
                Optional.ofNullable(row.getString(6)),
                row.getBoolean(7));
    }

    /** Forgets ends and leads that are kept no longer. */
    static void forgetOld(Rows rows) throws SQLException {
        String now = DatabaseTime.SERVER.sql(Instant.EPOCH);
        rows.update("DELETE FROM airlock.conversation_call WHERE ended_at <= " + now + " - ?", KEPT.toMillis());
        rows.update("DELETE FROM airlock.conversation_key WHERE since <= " + now + " - ?", LEADS.toMillis());
    }
}
