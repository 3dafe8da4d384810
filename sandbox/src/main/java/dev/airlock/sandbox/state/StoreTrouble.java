package dev.airlock.sandbox.state;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.sqlite.SQLiteErrorCode;

/** What is wrong with the file behind a store: of connectors' state, of recovery, of the audit log. */
public enum StoreTrouble {
    /** Somebody else has locked it, so that it may be there in a moment. */
    BUSY,
    /** Its disk has no room. */
    FULL,
    /** Its file is damaged, or something else. */
    DAMAGED,
    /** Anything else; most often it may not be read or written. */
    OTHER;

    /**
     * What an exception tells of a store that lies in no file.
     *
     * @param thrown what the driver or the file system said, with what it wraps
     */
    public static StoreTrouble of(Throwable thrown) {
        return found(thrown, () -> false);
    }

    /** The same of a store in a file. */
    public static StoreTrouble of(Throwable thrown, Path file) {
        return found(thrown, () -> DiskSpace.isUsedUp(file));
    }

    static StoreTrouble found(Throwable thrown, BooleanSupplier isUsedUp) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            StoreTrouble found = ofOne(each, isUsedUp.getAsBoolean());
            if (found != OTHER) {
                return found;
            }
        }
        return OTHER;
    }

    private static StoreTrouble ofOne(Throwable thrown, boolean hasNoRoom) {
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
