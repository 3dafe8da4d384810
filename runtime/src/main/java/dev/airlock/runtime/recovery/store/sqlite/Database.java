package dev.airlock.runtime.recovery.store.sqlite;

import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.sqlite.OpenedFile;
import dev.airlock.sandbox.sqlite.SqliteDriver;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;

/** One SQLite file with one connection. Each use is one transaction, isolated from other processes. Committed data is on disk. */
final class Database implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int SHORT_PATIENCE_MILLIS = 250;

    /** Converts a row to a value. */
    @FunctionalInterface
    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }

    /** The work of one transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws SQLException;
    }

    private final List<String> schema;
    private final Path file;
    private @Nullable SQLiteConnection connection;
    private @Nullable OpenedFile opened;
    private boolean closed;

    private Database(List<String> schema, Path file) {
        this.schema = schema;
        this.file = file;
    }

    /**
     * Returns a database whose file is opened on first use, or created, readable by its owner only. The schema is a list of steps, and the
     * file records how many were applied. A file with more steps was made by a later version and is refused.
     */
    static Database in(Path file, List<String> schema) {
        return new Database(schema, file);
    }

    /**
     * Opens the database now.
     *
     * @throws StoreUnavailableException if it cannot be opened
     */
    Database opened() {
        try {
            int unused = transaction(() -> 0);
            return this;
        } catch (StoreUnavailableException e) {
            close();
            throw e;
        }
    }

    private static SQLiteConnection connected(Path file) throws SQLException, IOException {
        makePrivate(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout(PATIENCE_MILLIS);
        return SqliteDriver.connect(file, config);
    }

    /**
     * Returns the connection. If the file was removed or moved away, reconnects, because other processes use the file that is there now.
     */
    private SQLiteConnection connection() throws SQLException, IOException {
        SQLiteConnection known = connection;
        if (known != null && opened != null && !opened.isGone()) {
            return known;
        }
        if (closed) {
            throw new SQLException("the store is closed");
        }
        disconnect();
        SQLiteConnection made = connected(file);
        connection = made;
        opened = OpenedFile.now(file);
        try {
            int unused = inOne(() -> take(schema));
            return made;
        } catch (StoreUnavailableException e) {
            disconnect(); // the schema of the file is unknown, so it is not used
            throw e;
        }
    }

    private void disconnect() throws SQLException {
        SQLiteConnection known = connection;
        connection = null;
        if (known != null) {
            known.close();
        }
    }

    private int take(List<String> schema) throws SQLException {
        int taken = first("pragma user_version", row -> row.getInt(1)).orElse(0);
        if (taken > schema.size()) {
            throw new SQLException("the file was made by a later version of Airlock");
        }
        for (String step : schema.subList(taken, schema.size())) {
            update(step);
        }
        return update("pragma user_version = " + schema.size());
    }

    private static void makePrivate(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        try {
            if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (FileAlreadyExistsException e) {
            // its creator decided who may read it
        }
    }

    /** Runs the work in one transaction: all of it, or nothing. */
    synchronized <T> T transaction(Work<T> work) {
        return transaction(PATIENCE_MILLIS, work);
    }

    private <T> T transaction(int patienceMillis, Work<T> work) {
        try {
            connection().setBusyTimeout(patienceMillis);
        } catch (SQLException | IOException e) {
            throw new StoreUnavailableException(e, file);
        }
        return inOne(work);
    }

    private <T> T inOne(Work<T> work) {
        try {
            update("begin immediate"); // the driver's own transactions would keep the file locked between uses
            T result = work.run();
            update("commit");
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(e);
            throw e instanceof StoreUnavailableException known ? known : new StoreUnavailableException(e, file);
        }
    }

    /**
     * Runs the work with a short wait for a locked store, for callers that can retry soon.
     *
     * @throws StoreUnavailableException also if the store stays locked for longer
     */
    synchronized <T> T soon(Work<T> work) {
        return transaction(SHORT_PATIENCE_MILLIS, work);
    }

    private void rollBack(Exception cause) {
        try {
            update("rollback");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Changes rows and returns how many; within a transaction. */
    int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values)) {
            return statement.executeUpdate();
        }
    }

    /** Returns all rows; within a transaction. */
    <T> List<T> all(String sql, Row<T> row, Object... values) throws SQLException {
        try (PreparedStatement statement = prepared(sql, values);
                ResultSet rows = statement.executeQuery()) {
            List<T> list = new ArrayList<>();
            while (rows.next()) {
                list.add(row.of(rows));
            }
            return list;
        }
    }

    /** Returns the first row; within a transaction. */
    <T> Optional<T> first(String sql, Row<T> row, Object... values) throws SQLException {
        return all(sql, row, values).stream().findFirst();
    }

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        PreparedStatement statement = Objects.requireNonNull(connection).prepareStatement(sql);
        try {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            disconnect();
        } catch (SQLException e) {
            throw new StoreUnavailableException(e, file);
        }
    }
}
