package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.runtime.recovery.store.CircuitStore;
import dev.airlock.runtime.recovery.time.Time;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Circuits in PostgreSQL, by its clock; a reader gets their times by its own. */
final class PostgresCircuits implements CircuitStore {
    private final StoreDatabase database;
    private final DatabaseTime time;

    PostgresCircuits(StoreDatabase database, DatabaseTime time) {
        this.database = database;
        this.time = time;
    }

    @Override
    public void put(Circuit circuit) {
        String now = time.sql(circuit.changedAt());
        int unused = database.statement(rows -> rows.update(
                "INSERT INTO airlock.circuit (connector, host, state, last_status, last_kind, changed_at, retry_at)"
                        + " VALUES (?, ?, ?, ?, ?, " + now + ", " + now
                        + " + ?) ON CONFLICT (connector, host) DO UPDATE SET"
                        + " state = excluded.state, last_status = excluded.last_status, last_kind = excluded.last_kind,"
                        + " changed_at = excluded.changed_at, retry_at = excluded.retry_at",
                circuit.connector(),
                circuit.host(),
                circuit.state(),
                circuit.lastStatus(),
                circuit.lastKind(),
                Duration.between(circuit.changedAt(), circuit.retryAt()).toMillis()));
    }

    @Override
    public Optional<Circuit> find(String connector, String host) {
        return circuits(" WHERE connector = ? AND host = ?", connector, host).stream()
                .findFirst();
    }

    @Override
    public List<Circuit> list() {
        return circuits(" ORDER BY connector COLLATE \"C\", host COLLATE \"C\"");
    }

    private List<Circuit> circuits(String which, Object... values) {
        Instant now = Time.ofTheMachine().now();
        return database.statement(rows -> rows.all(
                "SELECT connector, host, state, last_status, last_kind, changed_at, retry_at, " + time.sql(now)
                        + " FROM airlock.circuit" + which,
                row -> circuit(row, now),
                values));
    }

    private static Circuit circuit(ResultSet row, Instant now) throws SQLException {
        long aheadMillis = now.toEpochMilli() - row.getLong(8);
        return new Circuit(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getInt(4),
                row.getString(5),
                Instant.ofEpochMilli(row.getLong(6) + aheadMillis),
                Instant.ofEpochMilli(row.getLong(7) + aheadMillis));
    }
}
