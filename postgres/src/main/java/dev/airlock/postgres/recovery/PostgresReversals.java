package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.runtime.recovery.store.ReversalStore;
import java.time.Instant;
import java.util.Optional;

/** Reversals in PostgreSQL. The one update that finds a token free uses it. */
final class PostgresReversals implements ReversalStore {
    private final StoreDatabase database;
    private final DatabaseTime time;

    PostgresReversals(StoreDatabase database, DatabaseTime time) {
        this.database = database;
        this.time = time;
    }

    @Override
    public void issue(Token token, Instant now) {
        int unused = database.statement(rows -> rows.update(
                "INSERT INTO airlock.reversal (call, token, connector, operation, reversal, args, output, issued_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, " + time.sql(now) + ")",
                token.call(),
                token.token(),
                token.connector(),
                token.operation(),
                token.reversal(),
                token.args(),
                token.output()));
    }

    @Override
    public Optional<Token> find(String call) {
        return database.statement(rows -> rows.first(
                "SELECT token, connector, operation, reversal, args, output FROM airlock.reversal"
                        + " WHERE call = ? AND redeemed_at IS NULL",
                row -> new Token(
                        call,
                        row.getString(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6)),
                call));
    }

    @Override
    public boolean redeem(String call, String reason, Instant now) {
        return database.statement(rows -> rows.update(
                        "UPDATE airlock.reversal SET redeemed_at = " + time.sql(now)
                                + ", reason = ? WHERE call = ? AND redeemed_at IS NULL",
                        reason,
                        call)
                == 1);
    }

    @Override
    public void restore(String call) {
        int unused = database.statement(rows ->
                rows.update("UPDATE airlock.reversal SET redeemed_at = NULL, reason = NULL WHERE call = ?", call));
    }
}
