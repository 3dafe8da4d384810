package dev.airlock.runtime.audit.store;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The port behind an audit log: rows that are only ever added at the end. Several threads, and except in memory several
 * processes, may use one log at once. Every method throws {@link StoreUnavailableException} if the log cannot be read, or what was
 * written cannot be made durable; then nothing of it was written, or, if only the answer was lost, all of it.
 */
public interface AuditStore extends AutoCloseable {
    /**
     * Does something to the end of the log, alone among all writers: all of it, durable when this returns, or none.
     *
     * @return what the work returns
     */
    <T> T write(Function<Writer, T> work);

    /** Reads the log as it is at one moment; writers go on meanwhile. */
    <T> T read(Function<Reader, T> work);

    @Override
    void close();

    /** A log in this process's memory, gone when it is closed. */
    static AuditStore inMemory() {
        return new MemoryAuditStore();
    }

    /** A log in a SQLite file, which is made for its owner alone when it does not exist. Opened when it is first used. */
    static AuditStore sqlite(Path file) {
        return new JdbcAuditStore(new SqliteDatabase(file));
    }

    /**
     * A log in a database, which a module on the class path knows by its URL: {@code airlock-postgres} takes {@code
     * jdbc:postgresql://host/database}. Connected to when it is first used.
     *
     * @param url a JDBC URL
     * @throws IllegalArgumentException if no module takes that URL; the message names the one to add
     */
    static AuditStore at(String url, String user, String password) {
        return new JdbcAuditStore(AuditDatabases.at(url, user, password));
    }

    /** The log as it is at one moment. */
    interface Reader {
        /** What tells this log from any other: a UUID that was made with it. */
        String logId();

        /** Where the log ends, as the store keeps it beside the records. */
        Head head();

        /** What the last writer left beside the end. */
        EndMark mark();

        /** All checkpoints, by number and time. */
        List<Checkpoint> checkpoints();

        /** The checkpoint with the highest number; the latest of several. */
        Optional<Checkpoint> lastCheckpoint();

        /**
         * Reads records one after the other.
         *
         * @param each is told each record, and says whether to go on
         */
        void records(RecordFilter filter, Predicate<AuditRecord> each);
    }

    /** The end of a log, held by one writer. */
    interface Writer extends Reader {
        /** Whether the log has a record of that event. */
        boolean holds(String event);

        /** Adds a record; its number is that of the head and one more, and it is the head from now on. */
        void add(AuditRecord row);

        /** Adds a checkpoint. */
        void add(Checkpoint checkpoint);

        /** Removes a checkpoint, in the place of which a later one stands. */
        void remove(Checkpoint checkpoint);

        /** Leaves that beside the end, in the place of what was there. */
        void mark(EndMark mark);

        /** Removes all records up to that of the checkpoint, and the checkpoints before it, and keeps it as the log's base. */
        void prune(Checkpoint base);
    }
}
