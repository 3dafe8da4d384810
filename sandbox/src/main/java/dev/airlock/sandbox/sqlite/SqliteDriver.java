package dev.airlock.sandbox.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.NativeDB;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * Connects to SQLite files without leaving anything in the JVM that holds the embedder's class loader: no driver in
 * {@link java.sql.DriverManager}, and no class loader in the JDK's thread that waits for processes.
 */
public final class SqliteDriver {
    private SqliteDriver() {}

    /** Opens a new connection to a file, and creates the file if it does not exist. */
    public static SQLiteConnection connect(Path file, SQLiteConfig config) throws SQLException {
        loadLibrary();
        return new JDBC4Connection("jdbc:sqlite:" + file, file.toString(), config.toProperties());
    }

    /**
     * Loads the library without a context class loader. To find it the driver may start a process, and the thread that
     * waits for that process keeps the starter's context.
     */
    private static void loadLibrary() throws SQLException {
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            boolean unused = NativeDB.load();
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new SQLException("its library cannot be loaded", e);
        } finally {
            thread.setContextClassLoader(context);
        }
    }
}
