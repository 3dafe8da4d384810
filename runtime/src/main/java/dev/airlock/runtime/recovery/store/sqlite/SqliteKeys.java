package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.KeyStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Keys in SQLite. The row is the claim, so that only one of several processes gets it. */
final class SqliteKeys implements KeyStore {
    private static final String ONE = " where caller = ? and connector = ? and operation = ? and key = ?";

    /** A stored key. */
    private record Found(String argsHash, Instant until, Optional<String> outcome, Owner owner) {}

    private final Database database;

    SqliteKeys(Database database) {
        this.database = database;
    }

    @Override
    public Claim claim(Key key, String argsHash, Instant now, Instant until) {
        return database.soon(() -> {
            database.update(
                    "delete from idempotency_key where claimed_at <= ? and (outcome is not null or until <= ?)",
                    now.minus(KEPT).toEpochMilli(),
                    now.toEpochMilli());
            Optional<Found> found = find(key);
            if (found.isPresent()) {
                return claimOf(found.get(), argsHash, now);
            }
            database.update(
                    "insert into idempotency_key (caller, connector, operation, key, args_hash, claimed_at, until, owner)"
                            + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                    key.actor(),
                    key.connector(),
                    key.operation(),
                    key.key(),
                    argsHash,
                    now.toEpochMilli(),
                    until.toEpochMilli(),
                    Owner.THIS_PROCESS.text());
            return new Claim.Granted();
        });
    }

    @Override
    public void finish(Key key, String outcome) {
        database.transaction(() -> database.update(
                "update idempotency_key set outcome = ?" + ONE,
                outcome,
                key.actor(),
                key.connector(),
                key.operation(),
                key.key()));
    }

    @Override
    public void release(Key key) {
        database.transaction(() -> database.update(
                "delete from idempotency_key" + ONE + " and outcome is null",
                key.actor(),
                key.connector(),
                key.operation(),
                key.key()));
    }

    private Optional<Found> find(Key key) throws SQLException {
        return database.first(
                "select args_hash, until, outcome, owner from idempotency_key" + ONE,
                row -> new Found(
                        row.getString(1),
                        Instant.ofEpochMilli(row.getLong(2)),
                        Optional.ofNullable(row.getString(3)),
                        new Owner(row.getString(4))),
                key.actor(),
                key.connector(),
                key.operation(),
                key.key());
    }

    private static Claim claimOf(Found found, String argsHash, Instant now) {
        if (!found.argsHash().equals(argsHash)) {
            return new Claim.OtherArguments();
        }
        if (found.outcome().isPresent()) {
            return new Claim.Finished(found.outcome().get());
        }
        return now.isBefore(found.until()) && found.owner().mayLive()
                ? new Claim.Running(found.until())
                : new Claim.InDoubt();
    }
}
