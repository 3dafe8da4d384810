package dev.airlock.sandbox.state;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;
import java.util.function.Function;

/** The rows of one connector in SQLite. */
final class SqliteStateRows implements StateRows {
    private final Connection connection;
    private final String connector;
    private final Function<SQLException, StateUnavailableException> problem;

    /** @param problem makes the exception for a problem with the file */
    SqliteStateRows(
            Connection connection, String connector, Function<SQLException, StateUnavailableException> problem) {
        this.connection = connection;
        this.connector = connector;
        this.problem = problem;
    }

    /** Reads a value from one row. */
    @FunctionalInterface
    private interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /** Sets the parameters after the connector. */
    @FunctionalInterface
    private interface Setter {
        void set(PreparedStatement statement) throws SQLException;
    }

    void removeEnded(long nowMillis) {
        change("DELETE FROM entry WHERE connector = ? AND ends <= ?", statement -> statement.setLong(2, nowMillis));
        change("DELETE FROM claim WHERE connector = ? AND ends <= ?", statement -> statement.setLong(2, nowMillis));
    }

    @Override
    public Optional<byte[]> value(byte[] key) {
        return one(
                "SELECT value FROM entry WHERE connector = ? AND key = ?",
                statement -> statement.setBytes(2, key),
                row -> row.getBytes(1));
    }

    @Override
    public void put(byte[] key, byte[] value, long endsAtMillis) {
        change("INSERT OR REPLACE INTO entry (connector, key, value, ends) VALUES (?, ?, ?, ?)", statement -> {
            statement.setBytes(2, key);
            statement.setBytes(3, value);
            setEnd(statement, 4, endsAtMillis);
        });
    }

    @Override
    public void remove(byte[] key) {
        change("DELETE FROM entry WHERE connector = ? AND key = ?", statement -> statement.setBytes(2, key));
    }

    @Override
    public Optional<Claim> claim(byte[] key) {
        return one(
                "SELECT holder, done FROM claim WHERE connector = ? AND key = ?",
                statement -> statement.setBytes(2, key),
                row -> new Claim(row.getString(1), row.getBoolean(2)));
    }

    @Override
    public void claim(byte[] key, String holder, long endsAtMillis) {
        change("INSERT INTO claim (connector, key, holder, done, ends) VALUES (?, ?, ?, 0, ?)", statement -> {
            statement.setBytes(2, key);
            statement.setString(3, holder);
            setEnd(statement, 4, endsAtMillis);
        });
    }

    @Override
    public void release(byte[] key) {
        change(
                "DELETE FROM claim WHERE connector = ? AND key = ? AND done = 0",
                statement -> statement.setBytes(2, key));
    }

    @Override
    public void complete(String holder) {
        change(
                "UPDATE claim SET done = 1 WHERE connector = ? AND holder = ?",
                statement -> statement.setString(2, holder));
    }

    @Override
    public long bytes() {
        return sum("SELECT coalesce(sum(length(key) + length(value)), 0) FROM entry WHERE connector = ?")
                + sum("SELECT coalesce(sum(length(key)), 0) FROM claim WHERE connector = ?");
    }

    @Override
    public long keys() {
        return sum("SELECT count(*) FROM entry WHERE connector = ?")
                + sum("SELECT count(*) FROM claim WHERE connector = ?");
    }

    void run(SqliteFile.Step<?> step) {
        try {
            Object unused = step.run();
        } catch (SQLException e) {
            throw problem.apply(e);
        }
    }

    private long sum(String query) {
        return one(query, statement -> {}, row -> row.getLong(1)).orElse(0L);
    }

    private void change(String sql, Setter setter) {
        run(() -> {
            try (PreparedStatement statement = prepared(sql, setter)) {
                return statement.executeUpdate();
            }
        });
    }

    private <T> Optional<T> one(String sql, Setter setter, Reader<T> reader) {
        try (PreparedStatement statement = prepared(sql, setter);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        } catch (SQLException e) {
            throw problem.apply(e);
        }
    }

    private PreparedStatement prepared(String sql, Setter setter) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setString(1, connector);
            setter.set(statement);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static void setEnd(PreparedStatement statement, int index, long endsAtMillis) throws SQLException {
        if (endsAtMillis != NEVER) {
            statement.setLong(index, endsAtMillis);
        } else {
            statement.setNull(index, Types.INTEGER);
        }
    }
}
