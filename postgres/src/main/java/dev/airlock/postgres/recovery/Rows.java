package dev.airlock.postgres.recovery;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rows of one connection's transaction. Confined to one thread. */
final class Rows {
    /** Converts a row to a value. */
    @FunctionalInterface
    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    private final Connection connection;

    Rows(Connection connection) {
        this.connection = connection;
    }

    /** Changes rows and returns how many. */
    int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** Returns all rows. */
    <T> List<T> all(String sql, Row<T> row, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> list = new ArrayList<>();
            while (rows.next()) {
                list.add(row.of(rows));
            }
            return list;
        }
    }

    /** Returns the first row. */
    <T> Optional<T> first(String sql, Row<T> row, Object... values) throws SQLException {
        return all(sql, row, values).stream().findFirst();
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
