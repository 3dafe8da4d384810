package dev.airlock.postgres;

import dev.airlock.postgres.schema.SchemaSteps;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The tables of a log, with their migrations. They are in the schema {@code airlock}. A log that an earlier version created in
 * {@code airlock_audit} stays there, where processes of that version find it too.
 */
final class Migrations {
    static final String SCHEMA = "airlock";

    /** The schema of a log that Flyway created, with Flyway's history. */
    static final String EARLIER = "airlock_audit";

    private static final List<String> STEPS = List.of("1-audit.sql", "2-end-mark.sql");

    /** Finds a log by a column, since a foreign table could have the same name. */
    static final String FIND_LOG = """
            SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'head_hash'
            WHERE relname = 'audit_log' AND nspname IN ('airlock', 'airlock_audit') ORDER BY nspname LIMIT 1""";

    private static final String FIND_OTHERS = """
            SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'airlock' AND relname IN ('audit_log', 'audit_record', 'audit_checkpoint', 'audit_migration')
            ORDER BY relname LIMIT 1""";

    private final SchemaSteps steps;

    private Migrations(Connection connection) {
        this.steps = new SchemaSteps(connection, "audit_migration", Migrations.class, STEPS);
    }

    /**
     * Runs all pending migrations, or none, in one transaction.
     *
     * @return the schema of the log
     */
    static String bringUpToDate(Connection connection) throws SQLException {
        try {
            String schema = new Migrations(connection).schema();
            connection.commit();
            return schema;
        } catch (SQLException e) {
            throw SchemaSteps.notCreated(e);
        }
    }

    private String schema() throws SQLException {
        steps.alone();
        Optional<String> found = steps.text(FIND_LOG);
        if (found.isEmpty()) {
            requireRoom();
        }
        String schema = found.orElse(SCHEMA);
        steps.take(schema, found.isPresent() ? taken(schema) : 0);
        return schema;
    }

    /** Refuses a database that cannot hold a log before creating one, instead of at the first record that does not fit. */
    private void requireRoom() throws SQLException {
        Optional<String> other = steps.text(FIND_OTHERS);
        if (other.isPresent()) {
            throw new SQLException("the schema airlock has a table " + other.get()
                    + " that is not Airlock's; name another database for the log");
        }
        steps.requireEncoding();
    }

    private int taken(String schema) throws SQLException {
        return !steps.exists(schema, "audit_migration") && steps.exists(schema, "flyway_schema_history")
                ? steps.number("SELECT max(version::integer) FROM " + schema + ".flyway_schema_history WHERE success")
                : steps.taken(schema);
    }
}
