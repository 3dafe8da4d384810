package dev.airlock.sandbox.state;

import java.sql.SQLException;
import java.util.Arrays;
import org.sqlite.SQLiteErrorCode;

/** What SQLite says is wrong: a primary code, of which an extended one is a kind (sqlite.org, "Result and Error Codes"). */
final class SqliteCodes {
    private static final int PRIMARY = 0xff;

    private SqliteCodes() {}

    /** Whether something went wrong in one of these ways. */
    static boolean isOneOf(SQLException thrown, SQLiteErrorCode... primary) {
        int code = thrown.getErrorCode() & PRIMARY;
        return Arrays.stream(primary).anyMatch(one -> one.code == code);
    }

    /** Whether the file is damaged, or something else than a database. */
    static boolean isDamaged(SQLException thrown) {
        return isOneOf(thrown, SQLiteErrorCode.SQLITE_CORRUPT, SQLiteErrorCode.SQLITE_NOTADB);
    }

    /** Whether the disk may be full: SQLite says that it is only where a write found it so. */
    static boolean mayBeFull(SQLException thrown) {
        return isOneOf(thrown, SQLiteErrorCode.SQLITE_IOERR, SQLiteErrorCode.SQLITE_CANTOPEN);
    }

    /** Whether the disk is full, as SQLite says itself. */
    static boolean isFull(SQLException thrown) {
        return isOneOf(thrown, SQLiteErrorCode.SQLITE_FULL);
    }
}
