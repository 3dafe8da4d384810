package dev.airlock.runtime.recovery.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Calls of conversations in SQLite: who may run is decided in one transaction, so of several processes one may. */
final class SqliteConversations implements ConversationStore {
    private static final String ALIKE = " from conversation_call where likeness = ?";
    private static final String ONE = " where likeness = ? and audit_id = ?";

    /** A call as it was found, which may run or have ended. */
    private record Found(Begun call, Instant until, Owner owner, Optional<Instant> endedAt, Optional<String> ending) {
        boolean runs(Instant now) {
            return endedAt.isEmpty() && now.isBefore(until) && owner.mayLive();
        }
    }

    private final Database database;

    SqliteConversations(Database database) {
        this.database = database;
    }

    @Override
    public Admission begin(String likeness, Begun call, Instant now, Instant until) {
        return database.soon(() -> {
            database.update(
                    "delete from conversation_call where ended_at <= ?",
                    now.minus(KEPT).toEpochMilli());
            Optional<Begun> running = running(likeness, now);
            if (running.isPresent()) {
                return new Admission.Running(running.get());
            }
            List<Ended> ended = ended(likeness);
            if (!ended.isEmpty()) {
                return new Admission.Followed(ended);
            }
            insert(likeness, call, until);
            return new Admission.Granted();
        });
    }

    @Override
    public boolean replace(String likeness, String earlier, Begun call, Instant now, Instant until) {
        return database.soon(() -> {
            if (running(likeness, now).isPresent()
                    || database.update(
                                    "delete from conversation_call" + ONE + " and ended_at is not null",
                                    likeness,
                                    earlier)
                            == 0) {
                return false;
            }
            insert(likeness, call, until);
            return true;
        });
    }

    @Override
    public void insist(String likeness, Begun call, Instant now, Instant until) {
        database.transaction(() -> {
            Optional<Begun> unused = running(likeness, now);
            database.update("delete" + ALIKE + " and ended_at is not null", likeness);
            return insert(likeness, call, until);
        });
    }

    @Override
    public void end(String likeness, String auditId, String ending, Instant at) {
        database.transaction(() -> database.update(
                "update conversation_call set ended_at = ?, ending = ?" + ONE,
                at.toEpochMilli(),
                ending,
                likeness,
                auditId));
    }

    @Override
    public void forget(String likeness, String auditId) {
        database.transaction(() -> database.update("delete from conversation_call" + ONE, likeness, auditId));
    }

    /** One that runs. Those whose process is gone have ended from now on. */
    private Optional<Begun> running(String likeness, Instant now) throws SQLException {
        Optional<Begun> running = Optional.empty();
        for (Found found : all(likeness)) {
            if (found.runs(now)) {
                running = Optional.of(found.call());
            } else if (found.endedAt().isEmpty()) {
                database.update(
                        "update conversation_call set ended_at = ?" + ONE,
                        now.toEpochMilli(),
                        likeness,
                        found.call().auditId());
            }
        }
        return running;
    }

    private List<Ended> ended(String likeness) throws SQLException {
        return all(likeness).stream()
                .map(found -> new Ended(found.call(), found.endedAt().orElseThrow(), found.ending()))
                .toList();
    }

    private List<Found> all(String likeness) throws SQLException {
        return database.all(
                "select audit_id, key, began_at, until, owner, ended_at, ending" + ALIKE
                        + " order by ended_at desc, began_at desc",
                SqliteConversations::found,
                likeness);
    }

    private int insert(String likeness, Begun call, Instant until) throws SQLException {
        return database.update(
                "insert into conversation_call (likeness, audit_id, key, began_at, until, owner) values (?, ?, ?, ?, ?, ?)",
                likeness,
                call.auditId(),
                call.key(),
                call.beganAt().toEpochMilli(),
                until.toEpochMilli(),
                Owner.THIS_PROCESS.text());
    }

    private static Found found(ResultSet row) throws SQLException {
        long endedAt = row.getLong(6);
        boolean runs = row.wasNull();
        return new Found(
                new Begun(row.getString(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3))),
                Instant.ofEpochMilli(row.getLong(4)),
                new Owner(row.getString(5)),
                runs ? Optional.empty() : Optional.of(Instant.ofEpochMilli(endedAt)),
                Optional.ofNullable(row.getString(7)));
    }
}
