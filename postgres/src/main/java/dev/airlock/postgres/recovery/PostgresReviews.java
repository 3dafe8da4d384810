package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.runtime.recovery.store.ReviewRows;
import dev.airlock.runtime.recovery.store.ReviewStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reviews in PostgreSQL. */
final class PostgresReviews implements ReviewStore {
    private static final String SELECT = "SELECT " + ReviewRows.COLUMNS + " FROM airlock.review";

    private final StoreDatabase database;
    private final DatabaseTime time;

    PostgresReviews(StoreDatabase database, DatabaseTime time) {
        this.database = database;
        this.time = time;
    }

    @Override
    public String open(Review review) {
        return ReviewRows.id(database.statement(rows -> rows.first(
                        "INSERT INTO airlock.review (queue, verdict, connector, operation, audit_id, failure, opened_at)"
                                + " VALUES (?, ?, ?, ?, ?, ?, " + time.sql(review.openedAt())
                                + ") RETURNING number",
                        row -> row.getLong(1),
                        review.queue(),
                        review.verdict(),
                        review.connector(),
                        review.operation(),
                        review.auditId(),
                        review.failure())
                .orElseThrow()));
    }

    @Override
    public List<Review> list(boolean all) {
        String waiting = all ? "" : " WHERE resolved_at IS NULL";
        return database.statement(rows -> rows.all(SELECT + waiting + " ORDER BY number", ReviewRows::review));
    }

    @Override
    public Optional<Review> find(String id) {
        return ReviewRows.number(id)
                .flatMap(number -> database.statement(
                        rows -> rows.first(SELECT + " WHERE number = ?", ReviewRows::review, number)));
    }

    @Override
    public boolean resolve(String id, String note, Instant now) {
        return ReviewRows.number(id)
                .filter(number -> database.statement(rows -> rows.update(
                                "UPDATE airlock.review SET note = ?, resolved_at = " + time.sql(now)
                                        + " WHERE number = ? AND resolved_at IS NULL",
                                note,
                                number)
                        == 1))
                .isPresent();
    }
}
