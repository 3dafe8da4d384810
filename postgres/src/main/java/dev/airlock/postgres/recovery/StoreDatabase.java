package dev.airlock.postgres.recovery;

import dev.airlock.postgres.connection.Connections;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.sqlite.StoreProblem;
import java.sql.Connection;
import java.sql.SQLException;

/** The database of recovery's stores. Whatever it cannot do is a {@link StoreUnavailableException}. Thread-safe. */
final class StoreDatabase implements AutoCloseable {
    /** The SQL state of a full disk on the server. */
    private static final String DISK_FULL = "53100";

    private static final String NEXT = "Make sure that its server runs and is reachable, and that its user may read and"
            + " write the schema airlock, then try again.";
    private static final String ROOM = "Make room on its server's disk, then try again.";

    /** Work on the rows of the stores. */
    @FunctionalInterface
    interface Work<T> {
        T on(Rows rows) throws SQLException;
    }

    private final Connections connections;

    StoreDatabase(Connections connections) {
        this.connections = connections;
    }

    /** Runs the work in one transaction: all of it, durable when this returns, or nothing. */
    <T> T transaction(Work<T> work) {
        return carriedOut(connection -> {
            T result = work.on(new Rows(connection));
            connection.commit();
            return result;
        });
    }

    /** Runs work of one statement, which is a transaction by itself and takes one round trip. */
    <T> T statement(Work<T> work) {
        return carriedOut(connection -> {
            connection.setAutoCommit(true);
            return work.on(new Rows(connection));
        });
    }

    private interface Step<T> {
        T on(Connection connection) throws SQLException;
    }

    private <T> T carriedOut(Step<T> step) {
        try {
            return connections.use((connection, schema) -> step.on(connection));
        } catch (SQLException e) {
            boolean isFull = DISK_FULL.equals(e.getSQLState());
            throw new StoreUnavailableException(
                    isFull ? StoreProblem.FULL : StoreProblem.OTHER, e, isFull ? ROOM : NEXT);
        }
    }

    @Override
    public void close() {
        connections.close();
    }
}
