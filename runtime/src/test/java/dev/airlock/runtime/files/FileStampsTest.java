package dev.airlock.runtime.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stamps on file systems that record little, or less than they should. */
class FileStampsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private FileSystem archive;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void writeAFileIntoAnArchive() throws IOException {
        archive = FileSystems.newFileSystem(folder.resolve("files.zip"), Map.of("create", true));
        file = Files.writeString(archive.getPath("/file"), "text");
    }

    @Test
    void aFileOfAnArchiveHasStampsToo() throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
        FileStamps stamps = FileStamps.of(List.of(file));
        assertThat(stamps.mayHaveChanged()).isFalse();

        Files.writeString(file, "other");
        assertThat(stamps.mayHaveChanged()).isTrue();
        archive.close();
        assertThat(stamps.mayHaveChanged()).as("out of reach").isTrue();
    }

    @Test
    void aTimeWithoutFractionsOfASecondMayStandForALaterChange() {
        Instant second = Instant.ofEpochSecond(1_000);

        assertThat(FileStamps.isOver(second, second.plusMillis(1_900))).isFalse();
        assertThat(FileStamps.isOver(second, second.plusMillis(2_100))).isTrue();
        assertThat(FileStamps.isOver(second.plusMillis(4), second.plusMillis(50)))
                .isFalse();
        assertThat(FileStamps.isOver(second.plusMillis(4), second.plusMillis(100)))
                .isTrue();
    }
}
