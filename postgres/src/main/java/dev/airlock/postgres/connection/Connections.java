package dev.airlock.postgres.connection;

import dev.airlock.sandbox.time.Clock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/**
 * Connections to one database. A few stay open for the next use, which first checks one that has rested that it is alive; additional ones
 * are closed after use. Thread-safe.
 */
public final class Connections implements AutoCloseable {
    private static final String CONNECT_SECONDS = "3";
    private static final String ANSWER_SECONDS = "10";
    private static final int CHECK_SECONDS = 3;

    /** Work on a connection that is not in a transaction yet. */
    @FunctionalInterface
    public interface Use<T> {
        /** Does the work. */
        T on(Connection connection, String schema) throws SQLException;
    }

    /** Prepares a database before its first use. */
    @FunctionalInterface
    public interface Preparation {
        /** Creates what is missing, and returns the schema to use. */
        String schemaIn(Connection connection) throws SQLException;
    }

    /**
     * How connections are kept.
     *
     * @param name the name that the server shows
     * @param most how many stay open between uses
     * @param trusted how long after its last use a connection is used without a check, in nanoseconds
     */
    public record Keeping(String name, int most, long trusted) {}

    private record Kept(Connection connection, long sinceNanos) {}

    private final String url;
    private final Properties settings = new Properties();
    private final Keeping keeping;
    private final Preparation preparation;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private @Nullable String schema;
    private boolean closed;

    /** @param account user and password; an empty one is left to the URL and to PostgreSQL's password file */
    public Connections(String url, Properties account, Keeping keeping, Preparation preparation) {
        this.url = url;
        this.keeping = keeping;
        this.preparation = preparation;
        account.stringPropertyNames().stream()
                .filter(name -> !account.getProperty(name).isEmpty())
                .forEach(name -> settings.setProperty(name, account.getProperty(name)));
        settings.setProperty("connectTimeout", CONNECT_SECONDS);
        settings.setProperty("socketTimeout", ANSWER_SECONDS);
        settings.setProperty("ApplicationName", keeping.name());
    }

    /** Lends a connection. After a failure it is closed, which also rolls back. */
    public <T> T use(Use<T> use) throws SQLException {
        Connection connection = take();
        try {
            T result = use.on(connection, schemaBy(connection));
            giveBack(connection);
            return result;
        } catch (SQLException e) {
            discard(connection, e);
            if (isAboutTheServer(e)) {
                discardKept(e);
            }
            throw e;
        } catch (RuntimeException | Error e) {
            discard(connection, e);
            throw e;
        }
    }

    /** Returns whether the server is away or ended the connection, so that the others are no better. */
    private static boolean isAboutTheServer(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return state.startsWith("08") || state.startsWith("57P");
    }

    private synchronized void discardKept(SQLException cause) {
        for (Kept waiting = kept.pollFirst(); waiting != null; waiting = kept.pollFirst()) {
            discard(waiting.connection(), cause);
        }
    }

    private Connection take() throws SQLException {
        Kept waiting = takeKept();
        if (waiting == null) {
            return connect();
        }
        Connection connection = waiting.connection();
        if (Clock.SYSTEM.monotonicNanos() - waiting.sinceNanos() < keeping.trusted()
                || connection.isValid(CHECK_SECONDS)) {
            connection.setAutoCommit(false);
            return connection;
        }
        connection.close();
        return connect();
    }

    private synchronized @Nullable Kept takeKept() throws SQLException {
        if (closed) {
            throw new SQLException("the connection to the database is closed");
        }
        return kept.pollFirst();
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
            known = preparation.schemaIn(connection);
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
        if (closed || kept.size() >= keeping.most()) {
            return false;
        }
        kept.addFirst(new Kept(connection, Clock.SYSTEM.monotonicNanos()));
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
        IllegalStateException trouble = null;
        for (Kept waiting = kept.pollFirst(); waiting != null; waiting = kept.pollFirst()) {
            try {
                waiting.connection().close();
            } catch (SQLException e) {
                trouble = new IllegalStateException("a connection to the database cannot be closed", e);
            }
        }
        if (trouble != null) {
            throw trouble;
        }
    }
}
