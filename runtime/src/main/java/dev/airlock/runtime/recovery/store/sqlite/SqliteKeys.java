package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.KeyStore;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keys in SQLite. The row is the claim, so that only one of several processes gets it. */
final class SqliteKeys implements KeyStore {
    private static final String ONE = " where caller = ? and connector = ? and operation = ? and key = ?";
    private static final String RUNS = ONE + " and call = ? and outcome is null";

    /** The call of a key that a version without calls claimed, of which nothing that was sent is known. */
    private static final String UNNAMED = "";

    /** A stored key. */
    private record Found(
            String call,
            String argsHash,
            Instant until,
            Optional<String> outcome,
            Owner owner,
            Optional<String> review) {
        boolean runs(Instant now) {
            return now.isBefore(until) && owner.mayLive();
        }
    }

    private final Database database;

    SqliteKeys(Database database) {
        this.database = database;
    }

    @Override
    public Claim claim(Key key, Claimant claimant, Instant now) {
        return database.soon(() -> {
            forgetOld(now);
            Optional<Found> found = find(key);
            if (found.isPresent()) {
                return claimOf(found.get(), claimant.argsHash(), now);
            }
            database.update(
                    "insert into idempotency_key (caller, connector, operation, key, args_hash, claimed_at, until, owner,"
                            + " call) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    key.actor(),
                    key.connector(),
                    key.operation(),
                    key.key(),
                    claimant.argsHash(),
                    now.toEpochMilli(),
                    claimant.until().toEpochMilli(),
                    Owner.THIS_PROCESS.text(),
                    claimant.call());
            return new Claim.Granted();
        });
    }

    private void forgetOld(Instant now) throws SQLException {
        String old = " from idempotency_key where claimed_at <= ? and (outcome is not null or until <= ?)";
        long tooOld = now.minus(KEPT).toEpochMilli();
        database.update("delete from sent where call in (select call" + old + ")", tooOld, now.toEpochMilli());
        database.update("delete" + old, tooOld, now.toEpochMilli());
    }

    @Override
    public boolean takeOver(Key key, Claim.InDoubt from, Claimant claimant, Instant now) {
        return database.soon(() -> {
            Optional<Found> found = find(key);
            if (found.isEmpty()
                    || !claimOf(found.get(), claimant.argsHash(), now).equals(from)) {
                return false;
            }
            database.update("update sent set call = ? where call = ?", claimant.call(), from.call());
            return database.update(
                            "update idempotency_key set call = ?, owner = ?, claimed_at = ?, until = ?, review = null"
                                    + RUNS,
                            claimant.call(),
                            Owner.THIS_PROCESS.text(),
                            now.toEpochMilli(),
                            claimant.until().toEpochMilli(),
                            key.actor(),
                            key.connector(),
                            key.operation(),
                            key.key(),
                            from.call())
                    == 1;
        });
    }

    @Override
    public boolean sending(Key key, String call, Sending sending) {
        return database.transaction(() -> has(key, call)
                && database.update(
                                "insert into sent (call, attempt, method, host, bears_key) values (?, ?, ?, ?, ?)",
                                call,
                                sending.attempt(),
                                sending.method(),
                                sending.host(),
                                sending.bearsKey() ? 1 : 0)
                        == 1);
    }

    private boolean has(Key key, String call) throws SQLException {
        return database.first(
                        "select 1 from idempotency_key" + RUNS,
                        row -> true,
                        key.actor(),
                        key.connector(),
                        key.operation(),
                        key.key(),
                        call)
                .isPresent();
    }

    @Override
    public boolean finish(Key key, String call, String outcome) {
        return database.transaction(() -> {
            boolean finished = database.update(
                            "update idempotency_key set outcome = ?" + RUNS,
                            outcome,
                            key.actor(),
                            key.connector(),
                            key.operation(),
                            key.key(),
                            call)
                    == 1;
            forgetSent(finished, call);
            return finished;
        });
    }

    @Override
    public boolean release(Key key, String call) {
        return database.transaction(() -> {
            boolean released = database.update(
                            "delete from idempotency_key" + RUNS,
                            key.actor(),
                            key.connector(),
                            key.operation(),
                            key.key(),
                            call)
                    == 1;
            forgetSent(released, call);
            return released;
        });
    }

    /** Forgets what a call sent whose outcome is known. */
    private void forgetSent(boolean isKnown, String call) throws SQLException {
        if (isKnown) {
            database.update("delete from sent where call = ?", call);
        }
    }

    @Override
    public void reviewed(Key key, String call, String review) {
        database.transaction(() -> database.update(
                "update idempotency_key set review = ?" + RUNS,
                review,
                key.actor(),
                key.connector(),
                key.operation(),
                key.key(),
                call));
    }

    private Optional<Found> find(Key key) throws SQLException {
        return database.first(
                "select call, args_hash, until, outcome, owner, review from idempotency_key" + ONE,
                row -> new Found(
                        row.getString(1),
                        row.getString(2),
                        Instant.ofEpochMilli(row.getLong(3)),
                        Optional.ofNullable(row.getString(4)),
                        new Owner(row.getString(5)),
                        Optional.ofNullable(row.getString(6))),
                key.actor(),
                key.connector(),
                key.operation(),
                key.key());
    }

    private Claim claimOf(Found found, String argsHash, Instant now) throws SQLException {
        if (!found.argsHash().equals(argsHash)) {
            return new Claim.OtherArguments();
        }
        if (found.outcome().isPresent()) {
            return new Claim.Finished(found.outcome().get());
        }
        return found.runs(now)
                ? new Claim.Running(found.until())
                : new Claim.InDoubt(found.call(), sentBy(found.call()), found.review());
    }

    private Optional<List<Sending>> sentBy(String call) throws SQLException {
        return call.equals(UNNAMED)
                ? Optional.empty()
                : Optional.of(database.all(
                        "select attempt, method, host, bears_key from sent where call = ? order by number",
                        row -> new Sending(row.getInt(1), row.getString(2), row.getString(3), row.getInt(4) == 1),
                        call));
    }
}
