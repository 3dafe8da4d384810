package dev.airlock.postgres.schema;

import dev.airlock.formats.text.ResourceText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The steps by which tables are created in a schema, each taken once and noted in a table, within the connection's transaction. */
public final class SchemaSteps {
    /** The lock for creating tables. The number is the letters of the word "airlock". */
    private static final String ALONE = "SELECT pg_advisory_xact_lock(" + 0x6169726c6f636bL + ")";

    /** Encodings that can store every character; {@code SQL_ASCII} stores bytes as they are. */
    private static final Set<String> ENCODINGS = Set.of("UTF8", "SQL_ASCII");

    private static final String NOT_PERMITTED = "42501";

    private final Connection connection;
    private final String history;
    private final Class<?> beside;
    private final List<String> steps;

    /**
     * @param history the name of the table in which the steps are noted
     * @param beside the class beside which the scripts lie
     * @param steps the names of the scripts, in their order
     */
    public SchemaSteps(Connection connection, String history, Class<?> beside, List<String> steps) {
        this.connection = connection;
        this.history = history;
        this.beside = beside;
        this.steps = steps;
    }

    /** Waits until no other process creates tables, until the transaction ends. */
    public void alone() throws SQLException {
        execute(ALONE);
    }

    /** Takes the steps of a schema that were not taken yet. */
    public void take(String schema, int taken) throws SQLException {
        if (taken > steps.size()) {
            throw new SQLException("they were made by a later version of Airlock");
        }
        if (taken == steps.size()) {
            return;
        }
        // an existing schema needs no right to create one
        if (text("SELECT nspname FROM pg_namespace WHERE nspname = '" + schema + "'")
                .isEmpty()) {
            execute("CREATE SCHEMA " + schema);
        }
        execute("SET LOCAL search_path TO " + schema);
        execute("CREATE TABLE IF NOT EXISTS " + history
                + " (version integer PRIMARY KEY, step text NOT NULL, at timestamptz NOT NULL DEFAULT now())");
        for (int step = taken; step < steps.size(); step++) {
            execute(ResourceText.of(beside, steps.get(step)));
            note(step + 1, steps.get(step));
        }
    }

    private void note(int version, String step) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO " + history + " (version, step) VALUES (?, ?)")) {
            statement.setInt(1, version);
            statement.setString(2, step);
            statement.executeUpdate();
        }
    }

    /** Returns how many steps a schema has taken; 0 if it has no history. */
    public int taken(String schema) throws SQLException {
        return exists(schema, history) ? number("SELECT max(version) FROM " + schema + "." + history) : 0;
    }

    /** Returns whether a schema has a table. */
    public boolean exists(String schema, String table) throws SQLException {
        return text("SELECT to_regclass('" + schema + "." + table + "')::text").isPresent();
    }

    /** Requires an encoding that can hold every character. */
    public void requireEncoding() throws SQLException {
        String encoding = text("SHOW server_encoding").orElse("unknown");
        if (!ENCODINGS.contains(encoding)) {
            throw new SQLException("the database's encoding is " + encoding
                    + ", which does not have every character; name a database whose encoding is UTF8");
        }
    }

    /** Returns the exception for tables that cannot be created, with the next step where it is known. */
    public static SQLException notCreated(SQLException e) {
        String said = String.valueOf(e.getMessage());
        String reason = NOT_PERMITTED.equals(e.getSQLState())
                ? said.lines().findFirst().orElse(said)
                        + ". Its user needs the right to create a schema, or a schema airlock of its own"
                : said;
        return new SQLException("its tables cannot be created: " + reason, e.getSQLState(), e);
    }

    /** Returns the number in the first column of the first row; 0 if there is none. */
    public int number(String sql) throws SQLException {
        return text(sql).map(Integer::parseInt).orElse(0);
    }

    /** Returns the first column of the first row; empty if there is none, or it is null. */
    public Optional<String> text(String sql) throws SQLException {
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
}
