package dev.airlock.runtime.audit.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.airlock.sandbox.state.StoreTrouble;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** A schema of a PostgreSQL database, made and brought up to date by migrations, behind a small pool. */
final class PostgresDatabase implements Database {
    static final String SCHEMA = "airlock_audit";

    /** The state by which the server says that its own disk is full. */
    private static final String DISK_FULL = "53100";

    private static final String TURN = "SELECT head_seq FROM audit_log FOR UPDATE";
    private static final int POOL = 4;
    private static final int CONNECT_MILLIS = 3_000;
    private static final String STATEMENT_SECONDS = "10";

    private final String url;
    private final String user;
    private final String password;
    private @Nullable HikariDataSource pool;
    private boolean closed;

    PostgresDatabase(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    @Override
    public <T> T write(Work<T> work) throws SQLException {
        try (Connection connection = pool().getConnection()) {
            return transact(connection, TURN, work);
        }
    }

    @Override
    public <T> T read(Work<T> work) throws SQLException {
        try (Connection connection = pool().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            return transact(connection, "", work);
        }
    }

    @Override
    public StoreTrouble trouble(SQLException thrown) {
        return DISK_FULL.equals(thrown.getSQLState()) ? StoreTrouble.FULL : StoreTrouble.OTHER;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (pool != null) {
            pool.close();
        }
    }

    private static <T> T transact(Connection connection, String lock, Work<T> work) throws SQLException {
        try {
            if (!lock.isEmpty()) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(lock);
                }
            }
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(connection, e);
            throw e;
        }
    }

    /** A connection that is lost cannot roll back, and need not; then it is the cause that counts. */
    private static void rollBack(Connection connection, Throwable cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private synchronized HikariDataSource pool() throws SQLException {
        if (closed) {
            throw new SQLException("the log is closed");
        }
        HikariDataSource open = pool;
        if (open == null) {
            open = connect();
            pool = open;
        }
        return open;
    }

    private HikariDataSource connect() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setPoolName("airlock-audit");
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setAutoCommit(false);
        config.setMaximumPoolSize(POOL);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setInitializationFailTimeout(-1);
        // the pool's own way to set it leaves each new connection inside a transaction
        config.addDataSourceProperty("currentSchema", SCHEMA);
        config.addDataSourceProperty("connectTimeout", "3");
        config.addDataSourceProperty("socketTimeout", STATEMENT_SECONDS);
        HikariDataSource source = new HikariDataSource(config);
        try {
            migrate(source);
            return source;
        } catch (FlywayException e) {
            source.close();
            throw new SQLException("its tables cannot be made", e);
        }
    }

    private static void migrate(HikariDataSource source) {
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:dev/airlock/runtime/audit/postgresql")
                .schemas(SCHEMA)
                .connectRetries(0)
                .load()
                .migrate();
    }
}
