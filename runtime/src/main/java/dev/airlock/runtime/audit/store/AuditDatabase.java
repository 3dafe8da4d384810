package dev.airlock.runtime.audit.store;

import dev.airlock.sandbox.state.StoreTrouble;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A database behind a log: how it is connected to, made, and locked. Its tables are {@code audit_log}, {@code audit_record} and {@code
 * audit_checkpoint}; a connection finds them under these names. Thread-safe.
 */
public interface AuditDatabase extends AutoCloseable {
    /** What is done on a connection. */
    @FunctionalInterface
    interface Work<T> {
        /** Does it; commits nothing itself. */
        T on(Connection connection) throws SQLException;
    }

    /** Does the work in one transaction, alone among all writers, and commits it. */
    <T> T write(Work<T> work) throws SQLException;

    /** Does the work on a snapshot, and changes nothing. */
    <T> T read(Work<T> work) throws SQLException;

    /** What is wrong when it throws that. */
    StoreTrouble trouble(SQLException thrown);

    /** What to do where nothing better is known about what is wrong, as a sentence without its full stop. */
    default String remedy() {
        return "Make sure that it and its folder are readable and writable";
    }

    @Override
    void close();
}
