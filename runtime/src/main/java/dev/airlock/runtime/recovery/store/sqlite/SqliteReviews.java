package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.ReviewRows;
import dev.airlock.runtime.recovery.store.ReviewStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reviews in SQLite. */
final class SqliteReviews implements ReviewStore {
    private static final String SELECT = "select " + ReviewRows.COLUMNS + " from review";

    private final Database database;

    SqliteReviews(Database database) {
        this.database = database;
    }

    @Override
    public String open(Review review) {
        return database.transaction(() -> {
            database.update(
                    "insert into review (queue, verdict, connector, operation, audit_id, failure, opened_at)"
                            + " values (?, ?, ?, ?, ?, ?, ?)",
                    review.queue(),
                    review.verdict(),
                    review.connector(),
                    review.operation(),
                    review.auditId(),
                    review.failure(),
                    review.openedAt().toEpochMilli());
            return ReviewRows.id(database.first("select last_insert_rowid()", row -> row.getLong(1))
                    .orElseThrow());
        });
    }

    @Override
    public List<Review> list(boolean all) {
        String waiting = all ? "" : " where resolved_at is null";
        return database.transaction(() -> database.all(SELECT + waiting + " order by number", ReviewRows::review));
    }

    @Override
    public Optional<Review> find(String id) {
        return ReviewRows.number(id)
                .flatMap(number -> database.transaction(
                        () -> database.first(SELECT + " where number = ?", ReviewRows::review, number)));
    }

    @Override
    public boolean resolve(String id, String note, Instant now) {
        return ReviewRows.number(id)
                .filter(number -> database.transaction(() -> database.update(
                                "update review set note = ?, resolved_at = ? where number = ? and resolved_at is null",
                                note,
                                now.toEpochMilli(),
                                number)
                        == 1))
                .isPresent();
    }
}
