package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.ConversationStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Calls of conversations in SQLite. One transaction decides who may run, so that only one of several processes does. */
final class SqliteConversations implements ConversationStore {
    private static final String ALIKE = " from conversation_call where likeness = ?";
    private static final String ONE = " where likeness = ? and audit_id = ?";

    /** A stored call, which may run or have ended. */
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
    public Admission begin(String likeness, Beginning call, Instant now) {
        return database.soon(() -> {
            forgetOld(now);
            Optional<Begun> running = running(likeness, now);
            if (running.isPresent()) {
                return new Admission.Running(running.get());
            }
            List<Ended> ended = ended(likeness);
            if (!ended.isEmpty()) {
                return new Admission.Followed(ended);
            }
            String key = leadsTo(call.call().key());
            insert(likeness, call, key);
            return new Admission.Granted(key);
        });
    }

    @Override
    public boolean replace(String likeness, String earlier, Beginning call, Instant now) {
        return database.soon(() -> {
            if (running(likeness, now).isPresent()
                    || database.update(
                                    "delete from conversation_call" + ONE + " and ended_at is not null",
                                    likeness,
                                    earlier)
                            == 0) {
                return false;
            }
            insert(likeness, call, call.call().key());
            return true;
        });
    }

    @Override
    public void insist(String likeness, Beginning call, Instant now) {
        database.soon(() -> {
            Optional<Begun> unused = running(likeness, now);
            database.update("delete" + ALIKE + " and ended_at is not null", likeness);
            return insert(likeness, call, call.call().key());
        });
    }

    private void forgetOld(Instant now) throws SQLException {
        database.update(
                "delete from conversation_call where ended_at <= ?",
                now.minus(KEPT).toEpochMilli());
        database.update(
                "delete from conversation_key where since <= ?",
                now.minus(LEADS).toEpochMilli());
    }

    private String leadsTo(String key) throws SQLException {
        return database.first("select key from conversation_key where own = ?", row -> row.getString(1), key)
                .orElse(key);
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

    /** Returns a running call. Ends those whose process is gone. */
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

    private int insert(String likeness, Beginning beginning, String key) throws SQLException {
        Begun call = beginning.call();
        Optional<String> own = beginning.own().filter(made -> !made.equals(key));
        if (own.isPresent()) {
            database.update(
                    "insert or replace into conversation_key (own, key, since) values (?, ?, ?)",
                    own.get(),
                    key,
                    call.beganAt().toEpochMilli());
        }
        return database.update(
                "insert into conversation_call (likeness, audit_id, key, began_at, until, owner) values (?, ?, ?, ?, ?, ?)",
                likeness,
                call.auditId(),
                key,
                call.beganAt().toEpochMilli(),
                beginning.until().toEpochMilli(),
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
