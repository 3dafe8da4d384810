package dev.airlock.sandbox.sqlite;

import java.sql.SQLException;
import java.util.Arrays;
import org.sqlite.SQLiteErrorCode;

/** SQLite's error codes: a primary code, of which an extended one is a kind (sqlite.org, "Result and Error Codes"). */
final class SqliteCodes {
    private static final int PRIMARY = 0xff;

    private SqliteCodes() {}

    /** Whether the error has one of these codes. */
    static boolean isOneOf(SQLException thrown, SQLiteErrorCode... primary) {
        int code = thrown.getErrorCode() & PRIMARY;
        return Arrays.stream(primary).anyMatch(one -> one.code == code);
    }

    /** Whether the file is damaged, or not a database. */
    static boolean isDamaged(SQLException thrown) {
        return isOneOf(thrown, SQLiteErrorCode.SQLITE_CORRUPT, SQLiteErrorCode.SQLITE_NOTADB);
    }

    /** Whether the disk may be full. SQLite reports that only where a write found it. */
    static boolean mayBeFull(SQLException thrown) {
        return isOneOf(thrown, SQLiteErrorCode.SQLITE_IOERR, SQLiteErrorCode.SQLITE_CANTOPEN);
    }

    /** Whether SQLite itself reports that the disk is full. */
    static boolean isFull(SQLException thrown) {
        return isOneOf(thrown, SQLiteErrorCode.SQLITE_FULL);
    }
}
