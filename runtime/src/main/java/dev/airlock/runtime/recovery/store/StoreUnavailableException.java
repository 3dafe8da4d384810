package dev.airlock.runtime.recovery.store;

import dev.airlock.sandbox.state.SqliteCodes;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** The store cannot be read or written. The message says why and names no path. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with a store. */
    public enum Trouble {
        /** Somebody else has locked it, so that it may be there in a moment. */
        BUSY,
        /** Its disk has no room. */
        FULL,
        /** Its file is damaged, or something else. */
        DAMAGED,
        /** Anything else; most often it may not be read or written. */
        OTHER
    }

    private final Trouble trouble;

    StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
        this.trouble = trouble(cause);
    }

    /** What is wrong. */
    public Trouble trouble() {
        return trouble;
    }

    /** Whether somebody else has locked it, so that it may be there in a moment. */
    public boolean isBusy() {
        return trouble == Trouble.BUSY;
    }

    private static Trouble trouble(Throwable cause) {
        if (!(cause instanceof SQLException failed)) {
            return Trouble.OTHER;
        }
        if (SqliteCodes.isOneOf(failed, SQLiteErrorCode.SQLITE_BUSY)) {
            return Trouble.BUSY;
        }
        if (SqliteCodes.isFull(failed)) {
            return Trouble.FULL;
        }
        return SqliteCodes.isDamaged(failed) ? Trouble.DAMAGED : Trouble.OTHER;
    }
}
