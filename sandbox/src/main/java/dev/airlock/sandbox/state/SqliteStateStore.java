package dev.airlock.sandbox.state;

import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.sqlite.OpenedFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * State in a SQLite file that any number of processes of one machine may use at once. It is opened at its first use. A
 * committed change lasts, even if the machine loses its power the moment after.
 *
 * <p>A call that waits, for another thread or another process, waits at most until it ends.
 */
public final class SqliteStateStore implements StateStore {
    private final Path file;
    private final Turn turn = new Turn();
    private @Nullable Connection connection;
    private @Nullable OpenedFile opened;
    private boolean closed;
    private volatile boolean lockedElsewhere;

    private SqliteStateStore(Path file) {
        this.file = file;
    }

    /** Returns a store in a file. If the file does not exist, it is created with its folder, for its owner alone. */
    public static SqliteStateStore in(Path file) {
        return new SqliteStateStore(file);
    }

    @Override
    public <T> T transact(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work) {
        turn.take(guard, this::inTheWay);
        try {
            return transact(guard, open(guard), connector, nowMillis, work);
        } catch (SQLException e) {
            throw StateProblem.of(file, e);
        } finally {
            turn.giveBack();
        }
    }

    /** Opens the file, unless another thread is using the store. */
    @Override
    public void prepare() {
        if (!turn.tryTake()) {
            return;
        }
        try {
            if (!closed && connection == null) {
                connection = connect();
            }
        } catch (SQLException | StateUnavailableException leftToTheFirstUse) {
            // the first use reports the problem to its call
        } finally {
            turn.giveBack();
        }
    }

    @Override
    public void close() {
        turn.take();
        try {
            closed = true;
            Connection open = connection;
            connection = null;
            if (open != null) {
                open.close();
            }
        } catch (SQLException e) {
            throw StateProblem.of(file, e);
        } finally {
            turn.giveBack();
        }
    }

    private <T> T transact(
            StateGuard guard, Connection open, String connector, long nowMillis, Function<StateRows, T> work)
            throws SQLException {
        try (Statement statement = open.createStatement()) {
            patiently(guard, () -> statement.execute("BEGIN IMMEDIATE"));
            try {
                SqliteStateRows rows = new SqliteStateRows(open, connector, e -> StateProblem.of(file, e));
                rows.removeEnded(nowMillis);
                T result = work.apply(rows);
                guard.commit(() -> rows.run(() -> statement.execute("COMMIT")));
                return result;
            } catch (RuntimeException | Error e) {
                SqliteFile.rollBack(statement, e);
                throw e;
            }
        }
    }

    private Connection open(StateGuard guard) throws SQLException {
        if (closed) {
            throw new IllegalStateException("the store is closed");
        }
        Connection open = connection;
        if (open != null && opened != null && opened.isGone()) {
            connection = null;
            open.close(); // a file that was removed or moved away keeps nothing
            open = null;
        }
        if (open == null) {
            open = patiently(guard, this::connect);
            connection = open;
        }
        return open;
    }

    private Connection connect() throws SQLException {
        Connection made = SqliteFile.open(file);
        opened = OpenedFile.now(file);
        return made;
    }

    private WaitedFor inTheWay() {
        return lockedElsewhere ? WaitedFor.STATE_OF_ANOTHER_PROCESS : WaitedFor.STATE_OF_OTHER_CALLS;
    }

    /** Retries until no other process is in the way. */
    private <T> T patiently(StateGuard guard, SqliteFile.Step<T> step) throws SQLException {
        Runnable done = () -> {};
        try {
            while (true) {
                guard.deadline().check();
                try {
                    return step.run();
                } catch (SQLException e) {
                    if (!SqliteFile.isBusy(e)) {
                        throw e;
                    }
                }
                if (!lockedElsewhere) {
                    lockedElsewhere = true;
                    done = guard.waitingFor(WaitedFor.STATE_OF_ANOTHER_PROCESS);
                }
                pause(guard.deadline());
            }
        } finally {
            lockedElsewhere = false;
            done.run();
        }
    }

    private static void pause(Deadline deadline) {
        try {
            deadline.sleepAtMost(Turn.PAUSE_NANOS);
        } catch (InterruptedException e) {
            Turn.interrupted(deadline, e);
        }
    }
}
