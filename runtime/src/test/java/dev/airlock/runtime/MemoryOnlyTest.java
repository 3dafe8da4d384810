package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A runtime without a home: no native library, no writable folder, and not even SQLite's driver. */
class MemoryOnlyTest {
    @Test
    void callsAConnectorWithoutSqliteAndWithoutAFolderForTemporaryFiles() throws Exception {
        assertThat(Children.run(
                        List.of("-Djava.io.tmpdir=/nonexistent"), classPathWithoutSqlite(), EmbeddingProcess.class))
                .contains("Yamoussoukro");
    }

    private static String classPathWithoutSqlite() {
        List<String> all = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        List<String> rest =
                all.stream().filter(entry -> !entry.contains("sqlite-jdbc")).toList();
        assertThat(rest).hasSizeLessThan(all.size());
        return String.join(File.pathSeparator, rest);
    }
}
