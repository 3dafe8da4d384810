package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.CircuitStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Circuits in SQLite. */
final class SqliteCircuits implements CircuitStore {
    private static final String COLUMNS =
            "select connector, host, state, last_status, last_kind, changed_at, retry_at from circuit";

    private final Database database;

    SqliteCircuits(Database database) {
        this.database = database;
    }

    @Override
    public void put(Circuit circuit) {
        database.transaction(() -> database.update(
                "insert or replace into circuit (connector, host, state, last_status, last_kind, changed_at, retry_at)"
                        + " values (?, ?, ?, ?, ?, ?, ?)",
                circuit.connector(),
                circuit.host(),
                circuit.state(),
                circuit.lastStatus(),
                circuit.lastKind(),
                circuit.changedAt().toEpochMilli(),
                circuit.retryAt().toEpochMilli()));
    }

    @Override
    public Optional<Circuit> find(String connector, String host) {
        return database.transaction(() -> database.first(
                COLUMNS + " where connector = ? and host = ?", SqliteCircuits::circuit, connector, host));
    }

    @Override
    public List<Circuit> list() {
        return database.transaction(() -> database.all(COLUMNS + " order by connector, host", SqliteCircuits::circuit));
    }

    private static Circuit circuit(ResultSet row) throws SQLException {
        return new Circuit(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getInt(4),
                row.getString(5),
                Instant.ofEpochMilli(row.getLong(6)),
                Instant.ofEpochMilli(row.getLong(7)));
    }
}
