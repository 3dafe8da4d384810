package dev.airlock.postgres;

import dev.airlock.formats.text.ResourceText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of a log, with their migrations. They are in the schema {@code airlock}. A log that an earlier version created in
 * {@code airlock_audit} stays there, where processes of that version find it too.
 */
final class Migrations {
    static final String SCHEMA = "airlock";

    /** The schema of a log that Flyway created, with Flyway's history. */
    static final String EARLIER = "airlock_audit";

    private static final List<String> STEPS = List.of("1-audit.sql", "2-end-mark.sql");

    /** The lock for creating tables. The number is the letters of the word "airlock". */
    private static final String ALONE = "SELECT pg_advisory_xact_lock(" + 0x6169726c6f636bL + ")";

    /** Finds a log by a column, since a foreign table could have the same name. */
    private static final String FIND_LOG = """
            SELECT nspname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'head_hash'
            WHERE relname = 'audit_log' AND nspname IN ('airlock', 'airlock_audit') ORDER BY nspname LIMIT 1""";

    private static final String FIND_OTHERS = """
            SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'airlock' AND relname IN ('audit_log', 'audit_record', 'audit_checkpoint', 'audit_migration')
            ORDER BY relname LIMIT 1""";

    /** Encodings that can store every character; {@code SQL_ASCII} stores bytes as they are. */
    private static final Set<String> ENCODINGS = Set.of("UTF8", "SQL_ASCII");

    private static final String NOT_PERMITTED = "42501";

    private final Connection connection;

    private Migrations(Connection connection) {
        this.connection = connection;
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
            throw new SQLException("its tables cannot be created: " + reason(e), e.getSQLState(), e);
        }
    }

    private static String reason(SQLException e) {
        String said = String.valueOf(e.getMessage());
        return NOT_PERMITTED.equals(e.getSQLState())
                ? said.lines().findFirst().orElse(said)
                        + ". Its user needs the right to create a schema, or a schema airlock of its own"
                : said;
    }

    private String schema() throws SQLException {
        execute(ALONE);
        Optional<String> found = text(FIND_LOG);
        if (found.isEmpty()) {
            requireRoom();
        }
        String schema = found.orElse(SCHEMA);
        int taken = found.isPresent() ? taken(schema) : 0;
        if (taken > STEPS.size()) {
            throw new SQLException("they were made by a later version of Airlock");
        }
        if (taken < STEPS.size()) {
            take(schema, taken);
        }
        return schema;
    }

    /** Refuses a database that cannot hold a log before creating one, instead of at the first record that does not fit. */
    private void requireRoom() throws SQLException {
        Optional<String> other = text(FIND_OTHERS);
        if (other.isPresent()) {
            throw new SQLException("the schema airlock has a table " + other.get()
                    + " that is not Airlock's; name another database for the log");
        }
        String encoding = text("SHOW server_encoding").orElse("unknown");
        if (!ENCODINGS.contains(encoding)) {
            throw new SQLException("the database's encoding is " + encoding
                    + ", which does not have every character; name a database whose encoding is UTF8");
        }
    }

    private void take(String schema, int taken) throws SQLException {
        // an existing schema needs no right to create one
        if (text("SELECT nspname FROM pg_namespace WHERE nspname = '" + schema + "'")
                .isEmpty()) {
            execute("CREATE SCHEMA " + schema);
        }
        execute("SET LOCAL search_path TO " + schema);
        execute("CREATE TABLE IF NOT EXISTS audit_migration"
                + " (version integer PRIMARY KEY, step text NOT NULL, at timestamptz NOT NULL DEFAULT now())");
        for (int step = taken; step < STEPS.size(); step++) {
            execute(script(STEPS.get(step)));
            note(step + 1, STEPS.get(step));
        }
    }

    private void note(int version, String step) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO audit_migration (version, step) VALUES (?, ?)")) {
            statement.setInt(1, version);
            statement.setString(2, step);
            statement.executeUpdate();
        }
    }

    private int taken(String schema) throws SQLException {
        if (exists(schema, "audit_migration")) {
            return number("SELECT max(version) FROM " + schema + ".audit_migration");
        }
        return exists(schema, "flyway_schema_history")
                ? number("SELECT max(version::integer) FROM " + schema + ".flyway_schema_history WHERE success")
                : 0;
    }

    private boolean exists(String schema, String table) throws SQLException {
        return text("SELECT to_regclass('" + schema + "." + table + "')::text").isPresent();
    }

    private int number(String sql) throws SQLException {
        return text(sql).map(Integer::parseInt).orElse(0);
    }

    /** Returns the first column of the first row; empty if there is none, or it is null. */
    private Optional<String> text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String script(String name) {
        return ResourceText.of(Migrations.class, name);
    }
}
