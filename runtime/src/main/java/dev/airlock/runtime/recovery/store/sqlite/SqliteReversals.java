package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.ReversalStore;
import java.time.Instant;
import java.util.Optional;

/** Reversals in SQLite. The one update that finds a token free uses it. */
final class SqliteReversals implements ReversalStore {
    private final Database database;

    SqliteReversals(Database database) {
        this.database = database;
    }

    @Override
    public void issue(Token token, Instant now) {
        database.transaction(() -> database.update(
                "insert into reversal (call, token, connector, operation, reversal, args, output, issued_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?)",
                token.call(),
                token.token(),
                token.connector(),
                token.operation(),
                token.reversal(),
                token.args(),
                token.output(),
                now.toEpochMilli()));
    }

    @Override
    public Optional<Token> find(String call) {
        return database.transaction(() -> database.first(
                "select token, connector, operation, reversal, args, output from reversal"
                        + " where call = ? and redeemed_at is null",
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
        return database.transaction(() -> database.update(
                        "update reversal set redeemed_at = ?, reason = ? where call = ? and redeemed_at is null",
                        now.toEpochMilli(),
                        reason,
                        call)
                == 1);
    }

    @Override
    public void restore(String call) {
        database.transaction(
                () -> database.update("update reversal set redeemed_at = null, reason = null where call = ?", call));
    }
}
