package dev.airlock.sandbox.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class StoreProblemTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE", "SQLITE_IOERR", "SQLITE_CANTOPEN"})
    void whereTheDatabaseSaysNoMoreThanThatItFailedTheFreeSpaceDecides(SQLiteErrorCode code) {
        SQLException thrown = thrown(code);

        assertThat(StoreProblem.found(thrown, () -> true)).isEqualTo(StoreProblem.FULL);
        assertThat(StoreProblem.of(thrown, folder.resolve("a/b.db"))).isEqualTo(StoreProblem.OTHER);
        assertThat(StoreProblem.of(thrown)).isEqualTo(StoreProblem.OTHER);
    }

    @Test
    void whatTheDatabaseKnowsCountsMore() {
        assertThat(StoreProblem.of(thrown(SQLiteErrorCode.SQLITE_FULL))).isEqualTo(StoreProblem.FULL);
        assertThat(StoreProblem.found(thrown(SQLiteErrorCode.SQLITE_BUSY), () -> true))
                .isEqualTo(StoreProblem.BUSY);
        assertThat(StoreProblem.found(thrown(SQLiteErrorCode.SQLITE_CORRUPT), () -> true))
                .isEqualTo(StoreProblem.DAMAGED);
    }

    @Test
    void whatTheFileSystemRefusedForWantOfRoomIsFull() {
        IOException full = new FileSystemException("a.db", null, "No space left on device");

        assertThat(StoreProblem.of(new SQLException("its file cannot be made", full), folder))
                .isEqualTo(StoreProblem.FULL);
        assertThat(StoreProblem.of(new IOException("Disk quota exceeded"), folder))
                .isEqualTo(StoreProblem.FULL);
        assertThat(StoreProblem.of(new AccessDeniedException("a.db"), folder)).isEqualTo(StoreProblem.OTHER);
    }

    @Test
    void aDiskWithRoomIsNotUsedUp() {
        assertThat(DiskSpace.isUsedUp(folder.resolve("not/yet/there"))).isFalse();
    }

    private static SQLException thrown(SQLiteErrorCode code) {
        return new SQLiteException("it failed", code);
    }
}
