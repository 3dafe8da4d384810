package dev.airlock.runtime.recovery.store;

import dev.airlock.runtime.recovery.store.ReviewStore.Resolution;
import dev.airlock.runtime.recovery.store.ReviewStore.Review;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Reviews as rows of a table with numbers, the same in every database. */
public final class ReviewRows {
    /** The columns of {@link #review}, in their order. */
    public static final String COLUMNS =
            "number, queue, verdict, connector, operation, audit_id, failure, opened_at, note, resolved_at";

    private static final String PREFIX = "review-";
    private static final int MOST_DIGITS = 18;

    private ReviewRows() {}

    /** Returns the id of the review with a number. */
    public static String id(long number) {
        return PREFIX + number;
    }

    /** Returns the number in an id; empty if it is no id of a review. */
    public static Optional<Long> number(String id) {
        String digits = id.startsWith(PREFIX) ? id.substring(PREFIX.length()) : "";
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= MOST_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Optional.of(Long.parseLong(digits)) : Optional.empty();
    }

    /**
     * Returns the review in a row of {@link #COLUMNS}, whose times are milliseconds since 1970.
     *
     * @throws SQLException if the row cannot be read
     */
    public static Review review(ResultSet row) throws SQLException {
        Optional<String> note = Optional.ofNullable(row.getString(9));
        Instant resolvedAt = Instant.ofEpochMilli(row.getLong(10));
        return new Review(
                id(row.getLong(1)),
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
