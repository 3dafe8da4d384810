package dev.airlock.postgres;

import dev.airlock.postgres.connection.Connections;
import dev.airlock.runtime.audit.store.AuditDatabase;
import dev.airlock.sandbox.sqlite.StoreProblem;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/** A schema of a PostgreSQL database, created and migrated on first use. */
final class PostgresDatabase implements AuditDatabase {
    /** The SQL state of a full disk on the server. */
    private static final String DISK_FULL = "53100";

    private static final String TURN = "SELECT head_seq FROM audit_log FOR UPDATE";
    private static final String SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

    private final Connections connections;

    PostgresDatabase(String url, Properties account) {
        this.connections = new Connections(
                url, account, new Connections.Keeping("airlock-audit", 1, 0), Migrations::bringUpToDate);
    }

    @Override
    public <T> T write(Work<T> work) throws SQLException {
        return connections.use((connection, schema) -> transact(connection, tablesOf(schema) + ";" + TURN, work));
    }

    @Override
    public <T> T read(Work<T> work) throws SQLException {
        return connections.use((connection, schema) -> transact(connection, SNAPSHOT + ";" + tablesOf(schema), work));
    }

    @Override
    public StoreProblem trouble(SQLException thrown) {
        return DISK_FULL.equals(thrown.getSQLState()) ? StoreProblem.FULL : StoreProblem.OTHER;
    }

    @Override
    public String remedy() {
        return "Make sure that its server runs and is reachable, and that its user may read and write the log's schema";
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {
        connections.close();
    }

    /** Sets the schema for one transaction, so that a proxy may use another connection for the next one. */
    private static String tablesOf(String schema) {
        return "SET LOCAL search_path TO " + schema;
    }

    private static <T> T transact(Connection connection, String begin, Work<T> work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(begin);
        }
        T result = work.on(connection);
        connection.commit();
        return result;
    }
}
