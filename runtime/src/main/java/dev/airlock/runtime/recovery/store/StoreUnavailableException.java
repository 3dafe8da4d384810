package dev.airlock.runtime.recovery.store;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** The store cannot be read or written. The message says why and names no path. */
public final class StoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int PRIMARY_CODE = 0xff;

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
        int code = failed.getErrorCode() & PRIMARY_CODE;
        if (code == SQLiteErrorCode.SQLITE_BUSY.code) {
            return Trouble.BUSY;
        }
        if (code == SQLiteErrorCode.SQLITE_FULL.code) {
            return Trouble.FULL;
        }
        boolean damaged = code == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB.code;
        return damaged ? Trouble.DAMAGED : Trouble.OTHER;
    }
}
