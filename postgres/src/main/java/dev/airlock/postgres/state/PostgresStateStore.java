package dev.airlock.postgres.state;

import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.postgres.connection.Connections;
import dev.airlock.postgres.connection.DatabaseTime;
import dev.airlock.postgres.schema.StoreTables;
import dev.airlock.sandbox.state.StateGuard;
import dev.airlock.sandbox.state.StateRows;
import dev.airlock.sandbox.state.StateStore;
import dev.airlock.sandbox.state.StateUnavailableException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * State in PostgreSQL, for all machines that name the same database. A connector's transactions follow each other; values and claims end by
 * the server's clock. A committed change lasts. A call that waits, for another thread or another machine, waits at most until it ends.
 */
public final class PostgresStateStore implements StateStore {
    private static final Duration TRUSTED = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How long the server may take at most, also for a call that has more time. */
    private static final long MOST_MILLIS = 10_000;

    private static final String TURN = "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 1)), ";

    private final Connections connections;
    private final DatabaseTime time;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile boolean closed;

    PostgresStateStore(Connections connections, DatabaseTime time) {
        this.connections = connections;
        this.time = time;
    }

    /** Returns a store in the database at a URL, which is connected on first use. */
    public static PostgresStateStore at(String url, Properties account) {
        return at(url, account, DatabaseTime.SERVER);
    }

    static PostgresStateStore at(String url, Properties account, DatabaseTime time) {
        Connections.Keeping keeping = new Connections.Keeping("airlock-state", 1, TRUSTED.toNanos());
        return new PostgresStateStore(new Connections(url, account, keeping, StoreTables::bringUpToDate), time);
    }

    @Override
    public <T> T transact(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work) {
        takeTurn(guard);
        try {
            if (closed) {
                throw new IllegalStateException("the store is closed");
            }
            return patiently(guard, new Wanted<>(guard, connector, nowMillis, work));
        } finally {
            turn.unlock();
        }
    }

    private void takeTurn(StateGuard guard) {
        Runnable done = guard.waitingFor(WaitedFor.STATE_OF_OTHER_CALLS);
        try {
            while (!turn.tryLock(PAUSE_NANOS, TimeUnit.NANOSECONDS)) {
                guard.deadline().check();
            }
        } catch (InterruptedException e) {
            throw interrupted(guard, e);
        } finally {
            done.run();
        }
    }

    private static RuntimeException interrupted(StateGuard guard, InterruptedException e) {
        Thread.currentThread().interrupt();
        guard.deadline().check();
        return new StateUnavailableException(
                "waiting for the state of connectors was interrupted", "Make the call again.", e);
    }

    /** Asks until no other machine works on the connector's state. */
    private <T> T patiently(StateGuard guard, Wanted<T> wanted) {
        Runnable done = () -> {};
        try {
            while (true) {
                guard.deadline().check();
                Optional<Done<T>> made = carriedOut(wanted);
                if (made.isPresent()) {
                    return made.get().result();
                }
                done.run();
                done = guard.waitingFor(WaitedFor.STATE_OF_ANOTHER_PROCESS);
                guard.deadline().sleepAtMost(PAUSE_NANOS);
            }
        } catch (InterruptedException e) {
            throw interrupted(guard, e);
        } finally {
            done.run();
        }
    }

    private <T> Optional<Done<T>> carriedOut(Wanted<T> wanted) {
        try {
            return connections.use((connection, schema) -> wanted.on(connection, time));
        } catch (SQLException e) {
            wanted.guard().deadline().check();
            throw PostgresStateRows.unavailable(e);
        }
    }

    /** What came of work: its result, or the exception that it ended with, after which nothing was changed. */
    private record Done<T>(Supplier<T> how) {
        T result() {
            return how.get();
        }
    }

    /** Work on the state of one connector. */
    private record Wanted<T>(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work) {
        /** @return empty if another machine works on it */
        Optional<Done<T>> on(Connection connection, DatabaseTime time) throws SQLException {
            long left = TimeUnit.NANOSECONDS.toMillis(guard.deadline().remainingNanos());
            connection.setNetworkTimeout(Runnable::run, (int) Math.max(1, Math.min(left, MOST_MILLIS)));
            try (PreparedStatement statement =
                    connection.prepareStatement(TURN + time.sql(Instant.ofEpochMilli(nowMillis)))) {
                statement.setString(1, connector);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    if (!row.getBoolean(1)) {
                        connection.rollback();
                        return Optional.empty();
                    }
                    return Optional.of(done(connection, row.getLong(2)));
                }
            }
        }

        private Done<T> done(Connection connection, long serversMillis) throws SQLException {
            try {
                PostgresStateRows rows =
                        new PostgresStateRows(connection, connector, serversMillis, serversMillis - nowMillis);
                rows.removeEnded();
                T result = work.apply(rows);
                guard.commit(() -> rows.run(connection::commit));
                return new Done<>(() -> result);
            } catch (StateUnavailableException e) {
                throw e; // the connection is not used again
            } catch (RuntimeException e) {
                connection.rollback();
                return new Done<>(() -> {
                    throw e;
                });
            }
        }
    }

    @Override
    public void close() {
        turn.lock();
        try {
            closed = true;
            connections.close();
        } finally {
            turn.unlock();
        }
    }
}
