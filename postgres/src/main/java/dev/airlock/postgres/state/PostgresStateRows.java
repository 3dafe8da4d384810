package dev.airlock.postgres.state;

import dev.airlock.sandbox.state.Claim;
import dev.airlock.sandbox.state.StateRows;
import dev.airlock.sandbox.state.StateUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Optional;

/** The rows of one connector in PostgreSQL. */
final class PostgresStateRows implements StateRows {
    /** The SQL state of a full disk on the server. */
    private static final String DISK_FULL = "53100";

    private final Connection connection;
    private final String connector;
    private final long serversMillis;
    private final long aheadMillis;

    /**
     * @param serversMillis the time by the server's clock
     * @param aheadMillis how far it is ahead of the caller's
     */
    PostgresStateRows(Connection connection, String connector, long serversMillis, long aheadMillis) {
        this.connection = connection;
        this.connector = connector;
        this.serversMillis = serversMillis;
        this.aheadMillis = aheadMillis;
    }

    /** Work that the server may refuse. */
    @FunctionalInterface
    interface Step {
        void run() throws SQLException;
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

    static StateUnavailableException unavailable(SQLException e) {
        return DISK_FULL.equals(e.getSQLState())
                ? new StateUnavailableException(
                        "the state of connectors cannot be written: the disk of the database's server is full",
                        "Make room on it, then make the call again.",
                        e)
                : new StateUnavailableException(
                        "the state of connectors cannot be read or written",
                        "Make sure that the database's server runs and is reachable, and that its user may read and write"
                                + " the schema airlock, then make the call again.",
                        e);
    }

    void removeEnded() {
        change(
                "DELETE FROM airlock.state_entry WHERE connector = ? AND ends <= ?",
                statement -> statement.setLong(2, serversMillis));
        change(
                "DELETE FROM airlock.state_claim WHERE connector = ? AND ends <= ?",
                statement -> statement.setLong(2, serversMillis));
    }

    @Override
    public Optional<byte[]> value(byte[] key) {
        return one(
                "SELECT value FROM airlock.state_entry WHERE connector = ? AND key = ?",
                statement -> statement.setBytes(2, key),
                row -> row.getBytes(1));
    }

    @Override
    public void put(byte[] key, byte[] value, long endsAtMillis) {
        change(
                "INSERT INTO airlock.state_entry (connector, key, value, ends) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (connector, key) DO UPDATE SET value = excluded.value, ends = excluded.ends",
                statement -> {
                    statement.setBytes(2, key);
                    statement.setBytes(3, value);
                    setEnd(statement, 4, endsAtMillis);
                });
    }

    @Override
    public void remove(byte[] key) {
        change(
                "DELETE FROM airlock.state_entry WHERE connector = ? AND key = ?",
                statement -> statement.setBytes(2, key));
    }

    @Override
    public Optional<Claim> claim(byte[] key) {
        return one(
                "SELECT holder, done FROM airlock.state_claim WHERE connector = ? AND key = ?",
                statement -> statement.setBytes(2, key),
                row -> new Claim(row.getString(1), row.getBoolean(2)));
    }

    @Override
    public void claim(byte[] key, String holder, long endsAtMillis) {
        change(
                "INSERT INTO airlock.state_claim (connector, key, holder, done, ends) VALUES (?, ?, ?, false, ?)",
                statement -> {
                    statement.setBytes(2, key);
                    statement.setString(3, holder);
                    setEnd(statement, 4, endsAtMillis);
                });
    }

    @Override
    public void release(byte[] key) {
        change(
                "DELETE FROM airlock.state_claim WHERE connector = ? AND key = ? AND NOT done",
                statement -> statement.setBytes(2, key));
    }

    @Override
    public void complete(String holder) {
        change(
                "UPDATE airlock.state_claim SET done = true WHERE connector = ? AND holder = ?",
                statement -> statement.setString(2, holder));
    }

    @Override
    public long bytes() {
        return sum("SELECT coalesce(sum(length(key) + length(value)), 0) FROM airlock.state_entry WHERE connector = ?")
                + sum("SELECT coalesce(sum(length(key)), 0) FROM airlock.state_claim WHERE connector = ?");
    }

    @Override
    public long keys() {
        return sum("SELECT count(*) FROM airlock.state_entry WHERE connector = ?")
                + sum("SELECT count(*) FROM airlock.state_claim WHERE connector = ?");
    }

    void run(Step step) {
        try {
            step.run();
        } catch (SQLException e) {
            throw unavailable(e);
        }
    }

    private long sum(String query) {
        return one(query, statement -> {}, row -> row.getLong(1)).orElse(0L);
    }

    private void change(String sql, Setter setter) {
        run(() -> {
            try (PreparedStatement statement = prepared(sql, setter)) {
                statement.executeUpdate();
            }
        });
    }

    private <T> Optional<T> one(String sql, Setter setter, Reader<T> reader) {
        try (PreparedStatement statement = prepared(sql, setter);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        } catch (SQLException e) {
            throw unavailable(e);
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

    private void setEnd(PreparedStatement statement, int index, long endsAtMillis) throws SQLException {
        if (endsAtMillis != NEVER) {
            statement.setLong(index, endsAtMillis + aheadMillis);
        } else {
            statement.setNull(index, Types.BIGINT);
        }
    }
}
