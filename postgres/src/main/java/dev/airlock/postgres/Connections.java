package dev.airlock.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Connections to one database. One stays open for the next use, which first checks that it is alive; additional ones are closed after use.
 * Thread-safe.
 */
final class Connections implements AutoCloseable {
    private static final String CONNECT_SECONDS = "3";
    private static final String ANSWER_SECONDS = "10";
    private static final int CHECK_SECONDS = 3;

    /** Work on a connection that is not in a transaction yet. */
    @FunctionalInterface
    interface Use<T> {
        T on(Connection connection, String schema) throws SQLException;
    }

    private final String url;
    private final Properties settings = new Properties();
    private @Nullable Connection kept;
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

    /** Lends a connection. After a failure it is closed, which also rolls back. */
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
        Connection waiting = takeKept();
        if (waiting != null && waiting.isValid(CHECK_SECONDS)) {
            waiting.setAutoCommit(false);
            return waiting;
        }
        if (waiting != null) {
            waiting.close();
        }
        return connect();
    }

    private synchronized @Nullable Connection takeKept() throws SQLException {
        if (closed) {
            throw new SQLException("the log is closed");
        }
        Connection waiting = kept;
        kept = null;
        return waiting;
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

    /** Returns a connection. Autocommit is on, so that the later check of the connection begins no transaction. */
    private void giveBack(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        if (!keep(connection)) {
            connection.close();
        }
    }

    private synchronized boolean keep(Connection connection) {
        if (closed || kept != null) {
            return false;
        }
        kept = connection;
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
        Connection waiting = kept;
        kept = null;
        if (waiting != null) {
            try {
                waiting.close();
            } catch (SQLException e) {
                throw new IllegalStateException("the audit log cannot be closed", e);
            }
        }
    }
}
