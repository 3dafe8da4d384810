package dev.airlock.postgres.recovery;

import dev.airlock.testkit.LocalPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** A server of a test class, with a database that each test begins empty. */
public final class SharedServer implements AutoCloseable {
    private final LocalPostgres server =
            LocalPostgres.start(LocalPostgres.programs().orElseThrow());

    /** Makes every lease look as if it was last renewed 45 s ago. */
    public void loseLeases() {
        execute("UPDATE airlock.worker SET lease_until = lease_until - interval '45 s'");
    }

    /** Removes everything of Airlock's. */
    public void empty() {
        execute("DROP SCHEMA IF EXISTS airlock CASCADE");
    }

    /** Returns the URL of its database. */
    public String url() {
        return server.url();
    }

    /** Returns the server. */
    public LocalPostgres server() {
        return server;
    }

    /** Returns the account of the server. */
    public static Properties account() {
        Properties account = new Properties();
        account.setProperty("user", "airlock");
        return account;
    }

    /** Opens the stores, which decide by the caller's time. */
    PostgresRecoveryStore openByCallersTime() {
        return PostgresRecoveryStore.at(url(), account(), callers -> callers.toEpochMilli() + "::bigint");
    }

    /** Opens the stores as an application does. */
    public PostgresRecoveryStore open() {
        return PostgresRecoveryStore.at(url(), account());
    }

    /** Carries out statements. */
    public void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(url(), "airlock", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the first column of all rows. */
    public List<String> column(String sql) {
        try (Connection connection = DriverManager.getConnection(url(), "airlock", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
