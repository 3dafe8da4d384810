package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Without a home: no native library, no folder that can be written, and SQLite's driver need not even be there. */
class MemoryOnlyTest {
    @Test
    void callsAConnectorWithoutSqliteAndWithoutAFolderForTemporaryFiles() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=/nonexistent",
                        "-Dairlock.root=" + System.getProperty("airlock.root"),
                        "-cp",
                        classPathWithoutSqlite(),
                        EmbeddingProcess.class.getName())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).contains("Yamoussoukro");
    }

    private static String classPathWithoutSqlite() {
        List<String> all = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        List<String> rest =
                all.stream().filter(entry -> !entry.contains("sqlite-jdbc")).toList();
        assertThat(rest).hasSizeLessThan(all.size());
        return rest.stream().collect(Collectors.joining(File.pathSeparator));
    }
}
