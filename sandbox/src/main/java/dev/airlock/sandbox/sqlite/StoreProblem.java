package dev.airlock.sandbox.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.sqlite.SQLiteErrorCode;

/** A problem of the file behind a store: of connectors' state, of recovery, or of the audit log. */
public enum StoreProblem {
    /** Another process or thread has locked it; it may be available in a moment. */
    BUSY,
    /** Its disk has no room. */
    FULL,
    /** Its file is damaged, or not a database. */
    DAMAGED,
    /** Any other problem; most often it may not be read or written. */
    OTHER;

    /**
     * Returns the problem that an exception reports about a store that lies in no file.
     *
     * @param thrown the exception of the driver or the file system, with its causes
     */
    public static StoreProblem of(Throwable thrown) {
        return found(thrown, () -> false);
    }

    /** Returns the problem that an exception reports about a store in a file. */
    public static StoreProblem of(Throwable thrown, Path file) {
        return found(thrown, () -> DiskSpace.isUsedUp(file));
    }

    static StoreProblem found(Throwable thrown, BooleanSupplier isUsedUp) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            StoreProblem found = ofOne(each, isUsedUp.getAsBoolean());
            if (found != OTHER) {
                return found;
            }
        }
        return OTHER;
    }

    private static StoreProblem ofOne(Throwable thrown, boolean hasNoRoom) {
        if (thrown instanceof IOException failed) {
            return DiskSpace.ranOut(failed) ? FULL : OTHER;
        }
        if (!(thrown instanceof SQLException failed)) {
            return OTHER;
        }
        if (SqliteCodes.isOneOf(failed, SQLiteErrorCode.SQLITE_BUSY, SQLiteErrorCode.SQLITE_LOCKED)) {
            return BUSY;
        }
        if (SqliteCodes.isFull(failed) || (SqliteCodes.mayBeFull(failed) && hasNoRoom)) {
            return FULL;
        }
        return SqliteCodes.isDamaged(failed) ? DAMAGED : OTHER;
    }
}
