package dev.airlock.runtime.audit.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Function;

/** A log in a database. */
final class JdbcAuditStore implements AuditStore {
    private final AuditDatabase database;

    JdbcAuditStore(AuditDatabase database) {
        this.database = database;
    }

    @Override
    public <T> T write(Function<Writer, T> work) {
        return carryOut(() -> database.write(connection -> written(connection, work)), "written");
    }

    @Override
    public <T> T read(Function<Reader, T> work) {
        return carryOut(() -> database.read(connection -> readFrom(connection, work)), "read");
    }

    private static <T> T written(Connection connection, Function<Writer, T> work) throws SQLException {
        try (JdbcRows rows = new JdbcRows(connection)) {
            T result = work.apply(rows);
            rows.finish();
            return result;
        }
    }

    private static <T> T readFrom(Connection connection, Function<Reader, T> work) throws SQLException {
        try (JdbcRows rows = new JdbcRows(connection)) {
            return work.apply(rows);
        }
    }

    @Override
    public boolean isShared() {
        return database.isShared();
    }

    @Override
    public void close() {
        database.close();
    }

    private interface Step<T> {
        T run() throws SQLException;
    }

    private <T> T carryOut(Step<T> step, String what) {
        try {
            return step.run();
        } catch (SQLException e) {
            throw unavailable(what, e);
        } catch (JdbcRows.Failed e) {
            throw unavailable(what, e.cause());
        }
    }

    private AuditStoreUnavailableException unavailable(String what, SQLException cause) {
        return new AuditStoreUnavailableException(
                "The audit log cannot be " + what, database.trouble(cause), reason(cause), database.remedy(), cause);
    }

    /** Returns the first line of the driver's message, which has a code and neither a path nor a value. */
    private static String reason(SQLException e) {
        String text = Objects.requireNonNullElse(e.getMessage(), "no reason given");
        return text.lines().findFirst().orElse("no reason given");
    }
}
