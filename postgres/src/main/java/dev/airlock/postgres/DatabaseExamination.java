package dev.airlock.postgres;

import dev.airlock.postgres.connection.Connections;
import dev.airlock.postgres.schema.StoreTables;
import dev.airlock.runtime.database.SharedDatabase.Finding;
import dev.airlock.runtime.recovery.time.Time;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Examines a database without changing it. */
final class DatabaseExamination {
    private static final String MIGRATE = "run airlock database migrate with a user who may create tables";
    private static final Duration MOST_SKEW = Duration.ofMinutes(5);

    private static final String NOT_PERMITTED = "42501";

    private final List<Finding> findings = new ArrayList<>();

    private DatabaseExamination() {}

    static List<Finding> of(String url, Properties account) {
        DatabaseExamination examination = new DatabaseExamination();
        Connections.Keeping keeping = new Connections.Keeping("airlock-check", 0, 0);
        try (Connections connections = new Connections(url, account, keeping, connection -> "")) {
            return connections.use((connection, none) -> examination.examine(connection));
        } catch (SQLException e) {
            examination.bad(
                    "it cannot be used: " + firstLine(e)
                            + (NOT_PERMITTED.equals(e.getSQLState())
                                    ? "; grant its user the rights of a host"
                                    : ". Make sure that its server runs and is reachable, and that user and password are right"));
            return examination.findings;
        }
    }

    private static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
    }

    private List<Finding> examine(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            good("connected as " + text(statement, "SELECT current_user").orElse("?") + " to PostgreSQL "
                    + text(statement, "SHOW server_version").orElse("?")
                    + (isEncrypted(statement) ? ", with TLS" : ", without TLS"));
            encoding(statement);
            tables(statement);
            clock(statement);
        }
        return findings;
    }

    private static boolean isEncrypted(Statement statement) throws SQLException {
        return text(statement, "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                .filter("true"::equals)
                .isPresent();
    }

    private void encoding(Statement statement) throws SQLException {
        String encoding = text(statement, "SHOW server_encoding").orElse("?");
        add(
                encoding.equals("UTF8") || encoding.equals("SQL_ASCII"),
                "its encoding is " + encoding,
                "it has to be UTF8");
    }

    private void tables(Statement statement) throws SQLException {
        Optional<String> log = text(statement, Migrations.FIND_LOG);
        add(log.isPresent(), "the audit log's tables are " + (log.isPresent() ? "there" : "missing"), MIGRATE);
        boolean isThere = text(statement, "SELECT to_regclass('airlock.store_migration')::text")
                .isPresent();
        if (!isThere) {
            bad("the tables of keys and state are missing; " + MIGRATE);
            return;
        }
        String step = text(statement, "SELECT max(version)::text FROM airlock.store_migration")
                .orElse("0");
        add(
                step.equals(String.valueOf(StoreTables.LATEST)),
                "the tables of keys and state are at step " + step + " of " + StoreTables.LATEST,
                MIGRATE + ", of this version");
        rights(statement, log);
        good(text(statement, "SELECT count(*)::text FROM airlock.worker WHERE lease_until > clock_timestamp()")
                        .orElse("0")
                + " hosts have a lease");
    }

    private void rights(Statement statement, Optional<String> log) throws SQLException {
        List<String> lacking = new ArrayList<>();
        for (String table : StoreTables.NAMES) {
            lacks(statement, "airlock." + table).ifPresent(lacking::add);
        }
        if (log.isPresent()) {
            for (String table : List.of("audit_log", "audit_record", "audit_checkpoint")) {
                lacks(statement, log.get() + "." + table).ifPresent(lacking::add);
            }
        }
        add(
                lacking.isEmpty(),
                lacking.isEmpty() ? "its user may read and write all tables" : "its user may not change " + lacking,
                "grant it SELECT, INSERT, UPDATE and DELETE");
    }

    private static Optional<String> lacks(Statement statement, String table) throws SQLException {
        return text(
                                statement,
                                "SELECT bool_and(has_table_privilege('" + table + "', p))::text"
                                        + " FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p")
                        .filter("true"::equals)
                        .isPresent()
                ? Optional.empty()
                : Optional.of(table);
    }

    private void clock(Statement statement) throws SQLException {
        long servers =
                Long.parseLong(text(statement, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text")
                        .orElse("0"));
        Duration ahead = Duration.ofMillis(servers - Time.ofTheMachine().now().toEpochMilli());
        add(
                ahead.abs().compareTo(MOST_SKEW) < 0,
                "its clock is " + ahead.toMillis() + " ms ahead of this machine's",
                "set the clocks; the database's decides about keys, this machine's about certificates");
    }

    private void add(boolean isGood, String text, String next) {
        findings.add(new Finding(isGood, isGood ? text : text + "; " + next));
    }

    private void good(String text) {
        findings.add(new Finding(true, text));
    }

    private void bad(String text) {
        findings.add(new Finding(false, text));
    }

    private static Optional<String> text(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty();
        }
    }
}
