package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a container still holds of an application that called a connector, closed everything and was unloaded. */
class ReleaseTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void theClassLoaderIsCollectedThatKeptEverythingInMemory() throws Exception {
        assertThatNothingIsLeft(said());
    }

    @Test
    void theClassLoaderIsCollectedThatKeptEverythingInAHome() throws Exception {
        assertThatNothingIsLeft(said(folder.resolve("home")));
    }

    private String said(Object... arguments) throws Exception {
        Stream<Object> all = Stream.concat(
                Stream.of(folder.resolve("heap.hprof"), EmbeddingProcess.class.getName()), Stream.of(arguments));
        return Children.run(
                List.of("-XX:SoftRefLRUPolicyMSPerMB=0", "--enable-native-access=ALL-UNNAMED"),
                System.getProperty("java.class.path"),
                ReleaseProcess.class,
                all.toArray());
    }

    private static void assertThatNothingIsLeft(String said) {
        assertThat(said.lines())
                .as(said)
                .contains("collected")
                .anyMatch(line -> line.contains("Yamoussoukro"))
                .noneMatch(line -> line.matches("thread (airlock|OkHttp|Okio|okhttp|pool-|Thread-|SQLite).*"));
    }
}
