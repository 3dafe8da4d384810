package dev.airlock.runtime.audit.store;

import dev.airlock.sandbox.sqlite.StoreProblem;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The database of a log: how to connect to it, create it and lock it. Its tables are {@code audit_log}, {@code audit_record} and
 * {@code audit_checkpoint}; a connection finds them under these names. Thread-safe.
 */
public interface AuditDatabase extends AutoCloseable {
    /** Work on a connection. */
    @FunctionalInterface
    interface Work<T> {
        /** Does the work; does not commit. */
        T on(Connection connection) throws SQLException;
    }

    /** Does the work in one transaction, alone among all writers, and commits it. */
    <T> T write(Work<T> work) throws SQLException;

    /** Does the work on a snapshot, without changes. */
    <T> T read(Work<T> work) throws SQLException;

    /** Returns the problem behind an exception. */
    StoreProblem trouble(SQLException thrown);

    /** Returns the next step if no better one is known, as a sentence without its full stop. */
    default String remedy() {
        return "Make sure that it and its folder are readable and writable";
    }

    /** Returns whether other machines can use the database too. */
    default boolean isShared() {
        return false;
    }

    @Override
    void close();
}
