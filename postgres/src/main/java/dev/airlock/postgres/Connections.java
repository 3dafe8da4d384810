package dev.airlock.postgres;

import dev.airlock.sandbox.time.Clock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/** Connections to one database. One is kept open for the next use; what is used beside it is closed again. Thread-safe. */
final class Connections implements AutoCloseable {
    private static final String CONNECT_SECONDS = "3";
    private static final String ANSWER_SECONDS = "10";
    private static final int CHECK_SECONDS = 3;

    /** How long a connection that was not used is believed to be whole. */
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** What is done on a connection, which is inside no transaction yet. */
    @FunctionalInterface
    interface Use<T> {
        T on(Connection connection, String schema) throws SQLException;
    }

    private record Kept(Connection connection, long sinceNanos) {}

    private final String url;
    private final Properties settings = new Properties();
    private @Nullable Kept kept;
    private @Nullable String schema;
    private boolean closed;

    /** @param account user and password */
    Connections(String url, Properties account) {
        this.url = url;
        settings.putAll(account);
        settings.setProperty("connectTimeout", CONNECT_SECONDS);
        settings.setProperty("socketTimeout", ANSWER_SECONDS);
        settings.setProperty("ApplicationName", "airlock-audit");
    }

    /** Lends a connection; one on which something failed is closed, which also rolls back. */
    <T> T use(Use<T> use) throws SQLException {
        Connection connection = take();
        try {
            T result = use.on(connection, schemaBy(connection));
            giveBack(connection);
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            discard(connection, e);
            throw e;
        }
    }

    private Connection take() throws SQLException {
        Kept waiting = takeKept();
        if (waiting == null) {
            return connect();
        }
        boolean trusted = Clock.SYSTEM.monotonicNanos() - waiting.sinceNanos() < TRUSTED_NANOS;
        if (trusted || isWhole(waiting.connection())) {
            return waiting.connection();
        }
        waiting.connection().close();
        return connect();
    }

    private synchronized @Nullable Kept takeKept() throws SQLException {
        if (closed) {
            throw new SQLException("the log is closed");
        }
        Kept waiting = kept;
        kept = null;
        return waiting;
    }

    /** A connection that was lost meanwhile says so, and another one takes its place. */
    private static boolean isWhole(Connection connection) throws SQLException {
        boolean answers = connection.isValid(CHECK_SECONDS);
        if (answers) {
            connection.rollback(); // the question began a transaction
        }
        return answers;
    }

    private Connection connect() throws SQLException {
        Connection connection = new Driver().connect(url, settings);
        if (connection == null) {
            throw new SQLException("its URL is not one that PostgreSQL's driver understands");
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private synchronized String schemaBy(Connection connection) throws SQLException {
        String known = schema;
        if (known == null) {
            known = Migrations.bringUpToDate(connection);
            schema = known;
        }
        return known;
    }

    private void giveBack(Connection connection) throws SQLException {
        if (!keep(connection)) {
            connection.close();
        }
    }

    private synchronized boolean keep(Connection connection) {
        if (closed || kept != null) {
            return false;
        }
        kept = new Kept(connection, Clock.SYSTEM.monotonicNanos());
        return true;
    }

    private static void discard(Connection connection, Throwable cause) {
        try {
            connection.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        Kept waiting = kept;
        kept = null;
        if (waiting != null) {
            try {
                waiting.connection().close();
            } catch (SQLException e) {
                throw new IllegalStateException("the audit log cannot be closed", e);
            }
        }
    }
}
