package dev.airlock.runtime.audit.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The port of an audit log's storage: rows that are only added at the end. Several threads, and except in memory several processes, may use
 * one log at once. Every method throws {@link AuditStoreUnavailableException} if the log cannot be read or made durable. Then nothing was
 * written or, if only the answer was lost, everything.
 */
public interface AuditStore extends AutoCloseable {
    /**
     * Does work at the end of the log, alone among all writers: all of it, durable when this returns, or nothing.
     *
     * @return the result of the work
     */
    <T> T write(Function<Writer, T> work);

    /** Reads the log as it is at one moment; writers continue meanwhile. */
    <T> T read(Function<Reader, T> work);

    /** Returns whether other machines can write to the same log. */
    default boolean isShared() {
        return false;
    }

    @Override
    void close();

    /** Returns a log in this process's memory, which is lost when it is closed. */
    static AuditStore inMemory() {
        return new MemoryAuditStore();
    }

    /** Returns a log in a SQLite file. The file is opened on first use, or created, readable by its owner only. */
    static AuditStore sqlite(Path file) {
        return new JdbcAuditStore(new SqliteDatabase(file));
    }

    /**
     * Returns a log in a database whose URL a module on the class path supports: {@code airlock-postgres} takes
     * {@code jdbc:postgresql://host/database}. Connects on first use.
     *
     * @param url a JDBC URL
     * @param user the database user; empty if the URL names it
     * @param password the user's password; empty if there is none, or the URL has it
     * @throws IllegalArgumentException if no module takes the URL; the message names the module to add, or the problem of the URL, and
     *     shows nothing of it
     */
    static AuditStore at(String url, String user, String password) {
        return new JdbcAuditStore(AuditDatabases.at(url, user, password));
    }

    /** The log as it is at one moment. */
    interface Reader {
        /** Returns the unique id of this log: a UUID that was created with it. */
        String logId();

        /** Returns the end of the log, which is stored beside the records. */
        Head head();

        /** Returns the mark that the last writer left at the end. */
        EndMark mark();

        /** Returns all checkpoints, by number and time. */
        List<Checkpoint> checkpoints();

        /** Returns the checkpoint with the highest number; of several, the latest. */
        Optional<Checkpoint> lastCheckpoint();

        /**
         * Reads records in order.
         *
         * @param each receives each record, and returns whether to continue
         */
        void records(RecordFilter filter, Predicate<AuditRecord> each);
    }

    /** The end of a log, held by one writer. */
    interface Writer extends Reader {
        /** Returns whether the log has a record of an event. */
        boolean holds(String event);

        /** Adds a record. Its number is the head's plus one, and it becomes the head. */
        void add(AuditRecord row);

        /** Adds a checkpoint. */
        void add(Checkpoint checkpoint);

        /** Removes a checkpoint that a later one replaces. */
        void remove(Checkpoint checkpoint);

        /** Replaces the mark at the end. */
        void mark(EndMark mark);

        /** Removes all records up to the checkpoint's and all earlier checkpoints, and keeps the checkpoint as the log's base. */
        void prune(Checkpoint base);
    }
}
