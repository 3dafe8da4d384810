package dev.airlock.sandbox.state;

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

class StoreTroubleTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_WRITE", "SQLITE_IOERR", "SQLITE_CANTOPEN"})
    void whereTheDatabaseSaysNoMoreThanThatItFailedTheFreeSpaceDecides(SQLiteErrorCode code) {
        SQLException thrown = thrown(code);

        assertThat(StoreTrouble.found(thrown, () -> true)).isEqualTo(StoreTrouble.FULL);
        assertThat(StoreTrouble.of(thrown, folder.resolve("a/b.db"))).isEqualTo(StoreTrouble.OTHER);
        assertThat(StoreTrouble.of(thrown)).isEqualTo(StoreTrouble.OTHER);
    }

    @Test
    void whatTheDatabaseKnowsCountsMore() {
        assertThat(StoreTrouble.of(thrown(SQLiteErrorCode.SQLITE_FULL))).isEqualTo(StoreTrouble.FULL);
        assertThat(StoreTrouble.found(thrown(SQLiteErrorCode.SQLITE_BUSY), () -> true))
                .isEqualTo(StoreTrouble.BUSY);
        assertThat(StoreTrouble.found(thrown(SQLiteErrorCode.SQLITE_CORRUPT), () -> true))
                .isEqualTo(StoreTrouble.DAMAGED);
    }

    @Test
    void whatTheFileSystemRefusedForWantOfRoomIsFull() {
        IOException full = new FileSystemException("a.db", null, "No space left on device");

        assertThat(StoreTrouble.of(new SQLException("its file cannot be made", full), folder))
                .isEqualTo(StoreTrouble.FULL);
        assertThat(StoreTrouble.of(new IOException("Disk quota exceeded"), folder))
                .isEqualTo(StoreTrouble.FULL);
        assertThat(StoreTrouble.of(new AccessDeniedException("a.db"), folder)).isEqualTo(StoreTrouble.OTHER);
    }

    @Test
    void aDiskWithRoomIsNotUsedUp() {
        assertThat(DiskSpace.isUsedUp(folder.resolve("not/yet/there"))).isFalse();
    }

    private static SQLException thrown(SQLiteErrorCode code) {
        return new SQLiteException("it failed", code);
    }
}
