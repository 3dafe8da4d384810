package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.runtime.recovery.store.ReviewStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reviews in PostgreSQL. */
final class PostgresReviews implements ReviewStore {
    private static final String PREFIX = "review-";
    private static final int MOST_DIGITS = 18;
    private static final String COLUMNS = "SELECT number, queue, verdict, connector, operation, audit_id, failure,"
            + " opened_at, note, resolved_at FROM airlock.review";

    private final StoreDatabase database;
    private final DatabaseTime time;

    PostgresReviews(StoreDatabase database, DatabaseTime time) {
        this.database = database;
        this.time = time;
    }

    @Override
    public String open(Review review) {
        return PREFIX
                + database.statement(rows -> rows.first(
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
                        .orElseThrow());
    }

    @Override
    public List<Review> list(boolean all) {
        String waiting = all ? "" : " WHERE resolved_at IS NULL";
        return database.statement(rows -> rows.all(COLUMNS + waiting + " ORDER BY number", PostgresReviews::review));
    }

    @Override
    public Optional<Review> find(String id) {
        return number(id)
                .flatMap(number -> database.statement(
                        rows -> rows.first(COLUMNS + " WHERE number = ?", PostgresReviews::review, number)));
    }

    @Override
    public boolean resolve(String id, String note, Instant now) {
        return number(id)
                .filter(number -> database.statement(rows -> rows.update(
                                "UPDATE airlock.review SET note = ?, resolved_at = " + time.sql(now)
                                        + " WHERE number = ? AND resolved_at IS NULL",
                                note,
                                number)
                        == 1))
                .isPresent();
    }

    private static Optional<Long> number(String id) {
        String digits = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : "";
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Optional.of(Long.parseLong(digits)) : Optional.empty();
    }

    private static Review review(ResultSet row) throws SQLException {
        Optional<String> note = Optional.ofNullable(row.getString(9));
        Instant resolvedAt = Instant.ofEpochMilli(row.getLong(10));
        return new Review(
                PREFIX + row.getLong(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)),
                note.map(text -> new Resolution(text, resolvedAt)));
    }
}
