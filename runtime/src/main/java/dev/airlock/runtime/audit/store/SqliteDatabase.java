package dev.airlock.runtime.audit.store;

import dev.airlock.sandbox.sqlite.OpenedFile;
import dev.airlock.sandbox.sqlite.SqliteDriver;
import dev.airlock.sandbox.sqlite.StoreProblem;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * One SQLite file with a write-ahead log. Committed data survives a loss of power ({@code synchronous = FULL}). The writing connection
 * stays open; each reader opens its own.
 */
final class SqliteDatabase implements AuditDatabase {
    private static final int VERSION = 2;
    private static final int BUSY_MILLIS = 3_000;

    private static final List<String> SCHEMA = List.of(
            """
            CREATE TABLE audit_log (log_id TEXT NOT NULL, head_seq INTEGER NOT NULL, head_hash TEXT NOT NULL)""",
            """
            CREATE TABLE audit_record (
              seq INTEGER PRIMARY KEY, event TEXT NOT NULL UNIQUE, call_id TEXT NOT NULL, about_id TEXT NOT NULL,
              kind TEXT NOT NULL, at_millis INTEGER NOT NULL, connector TEXT NOT NULL, failed INTEGER NOT NULL,
              hash TEXT NOT NULL, body TEXT NOT NULL)""",
            "CREATE INDEX audit_record_call ON audit_record (call_id)",
            "CREATE INDEX audit_record_about ON audit_record (about_id)",
            """
            CREATE TABLE audit_checkpoint (
              kind TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, at_millis INTEGER NOT NULL,
              signature TEXT NOT NULL)""");

    /** The additions of the file's second version. */
    private static final List<String> END_MARK = List.of(
            "ALTER TABLE audit_log ADD COLUMN end_key TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE audit_log ADD COLUMN end_seal TEXT NOT NULL DEFAULT ''",
            "CREATE INDEX audit_checkpoint_seq ON audit_checkpoint (seq)");

    private final Path file;
    private @Nullable Connection writing;
    private @Nullable OpenedFile opened;
    private boolean closed;

    SqliteDatabase(Path file) {
        this.file = file;
    }

    @Override
    public synchronized <T> T write(Work<T> work) throws SQLException {
        if (closed) {
            throw new SQLException("the log is closed");
        }
        Connection connection = writing;
        if (connection != null && opened != null && opened.isGone()) {
            writing = null;
            connection.close(); // writes to a removed or moved file are lost
            connection = null;
        }
        if (connection == null) {
            make();
            connection = connect();
            writing = connection;
            opened = OpenedFile.now(file);
        }
        try {
            return transact(connection, "BEGIN IMMEDIATE", work);
        } catch (SQLException e) {
            writing = null;
            connection.close();
            throw e;
        }
    }

    @Override
    public <T> T read(Work<T> work) throws SQLException {
        synchronized (this) {
            if (!Files.exists(file)) {
                make();
                connect().close();
            }
        }
        try (Connection connection = connect()) {
            return transact(connection, "BEGIN", work);
        }
    }

    @Override
    public StoreProblem trouble(SQLException thrown) {
        return StoreProblem.of(thrown, file);
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (writing != null) {
                writing.close();
            }
        } catch (SQLException e) {
            throw new AuditStoreUnavailableException("the audit log cannot be closed", e);
        } finally {
            writing = null;
        }
    }

    private Connection connect() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setGetGeneratedKeys(false); // otherwise each insertion fetches an unneeded key
        Connection connection = SqliteDriver.connect(file, config);
        try {
            prepare(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            int version = version(statement);
            if (version > VERSION) {
                throw new SQLException("the file was made by a later version of Airlock");
            }
            if (version < VERSION) {
                transact(connection, "BEGIN IMMEDIATE", SqliteDatabase::makeTables);
            }
        }
    }

    /** Runs a transaction. The driver's own transactions begin again, and take the lock, after each commit; these do not. */
    private static <T> T transact(Connection connection, String begin, Work<T> work) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(begin);
            try {
                requireTablesOnly(statement);
                T result = work.on(connection);
                statement.execute("COMMIT");
                return result;
            } catch (SQLException | RuntimeException | Error e) {
                rollBack(statement, e);
                throw e;
            }
        }
    }

    /** Rolls back. SQLite may have done so itself, for instance if the disk is full; the cause matters more than this failure. */
    private static void rollBack(Statement statement, Throwable cause) {
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** Refuses triggers and views, which could change the effect of a command without the writer's notice. */
    private static void requireTablesOnly(Statement statement) throws SQLException {
        try (ResultSet rows =
                statement.executeQuery("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view') LIMIT 1")) {
            if (rows.next()) {
                throw new SQLException("somebody added a trigger or a view to the file");
            }
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.getInt(1);
        }
    }

    /** Creates the tables, unless another process was faster. */
    private static boolean makeTables(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            int version = version(statement);
            if (version >= VERSION) {
                return false;
            }
            if (version == 0) {
                executeAll(statement, SCHEMA);
                statement.execute(
                        "INSERT INTO audit_log VALUES ('" + UUID.randomUUID() + "', 0, '" + Head.NONE.hash() + "')");
            }
            executeAll(statement, END_MARK);
            statement.execute("PRAGMA user_version = " + VERSION);
            return true;
        }
    }

    private static void executeAll(Statement statement, List<String> commands) throws SQLException {
        for (String command : commands) {
            statement.execute(command);
        }
    }

    private void make() throws SQLException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent(), attributes(posix, "rwx------"));
            Files.createFile(file, attributes(posix, "rw-------"));
        } catch (FileAlreadyExistsException exists) {
            // exists from the second time on
        } catch (IOException e) {
            throw new SQLException("its file cannot be created", e);
        }
    }

    private static FileAttribute<?>[] attributes(boolean posix, String rights) {
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
