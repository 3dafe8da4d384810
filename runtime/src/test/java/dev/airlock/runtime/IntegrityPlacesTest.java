package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.FailureClass;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Places of a connector, or replacements for it, that are not folders with files. */
class IntegrityPlacesTest {
    private static final Path ECHO = Path.of(System.getProperty("airlock.root")).resolve("testdata/cli/echo");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aConnectorInAnArchiveIsLoadedAndLookedAt() throws IOException {
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector loaded;
            try (FileSystem archive = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", true))) {
                Path place = copyTo(archive.getPath("/echo"));
                loaded = airlock.load(place).orThrow();
                assertThat(failure(airlock, loaded)).isEmpty();

                Files.writeString(place.resolve("manifest.toml"), "name = 1");
                assertThat(failure(airlock, loaded)).contains(FailureClass.HASH_MISMATCH);
                copyTo(place);
                assertThat(failure(airlock, loaded)).as("put back").isEmpty();
            }
            assertThat(failure(airlock, loaded)).as("out of reach").contains(FailureClass.HASH_MISMATCH);
            assertThat(failure(airlock, loaded.pinned())).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"manifest.toml", "connector.wasm"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeInThePlaceOfAFileHoldsNothingUp(String name) throws Exception {
        Path place = copyTo(folder.resolve("echo"));
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector loaded = airlock.load(place).orThrow();
            Files.delete(place.resolve(name));
            assertThat(new ProcessBuilder("mkfifo", place.resolve(name).toString())
                            .start()
                            .waitFor())
                    .isZero();

            assertThat(failure(airlock, loaded)).contains(FailureClass.HASH_MISMATCH);
            assertThatThrownBy(() -> airlock.load(place)).isInstanceOf(IOException.class);

            Files.delete(place.resolve(name));
            Files.createDirectory(place.resolve(name));
            assertThat(failure(airlock, loaded)).as("a folder").contains(FailureClass.HASH_MISMATCH);
        }
    }

    @Test
    void aFolderThatIsExchangedBehindALinkIsNoticed() throws IOException {
        copyTo(folder.resolve("one"));
        Path other = copyTo(folder.resolve("other"));
        Files.writeString(
                other.resolve("manifest.toml"), Files.readString(ECHO.resolve("manifest.toml")) + "# other\n");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("one"));
        try (Airlock airlock = Airlock.builder().build()) {
            HostedConnector loaded = airlock.load(link).orThrow();
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of("other"));
            assertThat(failure(airlock, loaded)).contains(FailureClass.HASH_MISMATCH);

            Files.delete(link);
            Files.createSymbolicLink(link, Path.of("one"));
            assertThat(failure(airlock, loaded)).isEmpty();
        }
    }

    private static Path copyTo(Path place) throws IOException {
        Files.createDirectories(place);
        for (String name : new String[] {"manifest.toml", "connector.wasm"}) {
            Files.write(place.resolve(name), Files.readAllBytes(ECHO.resolve(name)));
        }
        return place;
    }

    private static Optional<FailureClass> failure(Airlock airlock, HostedConnector connector) {
        CallRequest request = CallRequest.of("echo", JsonNodeFactory.instance.objectNode());
        return airlock.call(connector, request).failure().map(failure -> failure.failureClass());
    }
}
