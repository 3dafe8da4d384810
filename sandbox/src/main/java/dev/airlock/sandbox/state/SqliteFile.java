package dev.airlock.sandbox.state;

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
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;

/** The file behind a store. It is created with private permissions and with its tables. */
final class SqliteFile {
    private static final int VERSION = 1;

    /** An operation for which SQLite may be too busy. */
    @FunctionalInterface
    interface Step<T> {
        T run() throws SQLException;
    }

    private SqliteFile() {}

    /** Opens a connection to a file that has its tables. */
    static Connection open(Path file) throws SQLException {
        make(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(0);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        Connection opened = SqliteDriver.connect(file, config);
        try (Statement statement = opened.createStatement()) {
            prepare(statement);
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw e;
        }
    }

    /** Creates the tables of a new file, and refuses a file of a later version. */
    private static void prepare(Statement statement) throws SQLException {
        statement.execute("PRAGMA journal_mode = WAL");
        int version = version(statement);
        if (version > VERSION) {
            throw new SQLException(StateProblem.LATER_VERSION);
        }
        if (version == VERSION) {
            return;
        }
        statement.execute("BEGIN IMMEDIATE");
        try {
            for (String table : TABLES) {
                statement.execute(table);
            }
            statement.execute("PRAGMA user_version = " + VERSION);
            statement.execute("COMMIT");
        } catch (SQLException e) {
            rollBack(statement, e);
            throw e;
        }
    }

    /** Rolls back. SQLite may have done so itself, for example when the disk is full; then the first cause counts. */
    static void rollBack(Statement statement, Throwable cause) {
        try {
            statement.execute("ROLLBACK");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    static boolean isBusy(SQLException thrown) {
        return StoreProblem.of(thrown) == StoreProblem.BUSY;
    }

    private static final String[] TABLES = {"""
        CREATE TABLE IF NOT EXISTS entry (
          connector TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, ends INTEGER,
          PRIMARY KEY (connector, key)) WITHOUT ROWID
        """, """
        CREATE TABLE IF NOT EXISTS claim (
          connector TEXT NOT NULL, key BLOB NOT NULL, holder TEXT NOT NULL, done INTEGER NOT NULL, ends INTEGER,
          PRIMARY KEY (connector, key)) WITHOUT ROWID
        """};

    private static int version(Statement statement) throws SQLException {
        try (var rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.getInt(1);
        }
    }

    private static void make(Path file) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] folderIsPrivate = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        FileAttribute<?>[] fileIsPrivate = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        try {
            Files.createDirectories(file.toAbsolutePath().getParent(), folderIsPrivate);
            Files.createFile(file, fileIsPrivate);
        } catch (FileAlreadyExistsException exists) {
            // the normal case after the first time
        } catch (IOException e) {
            throw StateProblem.notMade(file, e);
        }
    }
}
