package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.ReviewStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reviews in SQLite. */
final class SqliteReviews implements ReviewStore {
    private static final String PREFIX = "review-";
    private static final int MOST_DIGITS = 18;
    private static final String COLUMNS = "select number, queue, verdict, connector, operation, audit_id, failure,"
            + " opened_at, note, resolved_at from review";

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
            return PREFIX
                    + database.first("select last_insert_rowid()", row -> row.getLong(1))
                            .orElseThrow();
        });
    }

    @Override
    public List<Review> list(boolean all) {
        String waiting = all ? "" : " where resolved_at is null";
        return database.transaction(() -> database.all(COLUMNS + waiting + " order by number", SqliteReviews::review));
    }

    @Override
    public Optional<Review> find(String id) {
        return number(id)
                .flatMap(number -> database.transaction(
                        () -> database.first(COLUMNS + " where number = ?", SqliteReviews::review, number)));
    }

    @Override
    public boolean resolve(String id, String note, Instant now) {
        return number(id)
                .filter(number -> database.transaction(() -> database.update(
                                "update review set note = ?, resolved_at = ? where number = ? and resolved_at is null",
                                note,
                                now.toEpochMilli(),
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
