package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerLoginsTest {
    @TempDir
    private Path folder;

    private DockerLogins logins() {
        return new DockerLogins(Map.of("DOCKER_CONFIG", folder.toString()));
    }

    @Test
    void aLoginIsForItsRegistryAlone() throws IOException {
        Files.writeString(
                folder.resolve("config.json"),
                "{\"auths\":{\"ghcr.io\":{\"auth\":\"bWU6c2VjcmV0\"},\"localhost:5000\":{\"auth\":\"eDp5\"},"
                        + "\"https://index.docker.io/v1/\":{\"auth\":\"aHViOng=\"}},\"credsStore\":\"x\"}");

        assertThat(logins().of("ghcr.io")).contains("Basic bWU6c2VjcmV0");
        assertThat(logins().of("localhost:5000")).contains("Basic eDp5");
        assertThat(logins().of("docker.io")).contains("Basic aHViOng=");
        assertThat(logins().of("quay.io")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing",
                "[]",
                "{\"auths\":{\"ghcr.io\":{}}}",
                "{\"auths\":{\"ghcr.io\":{\"auth\":\"a\\nb\"}}}"
            })
    void aFileThatHoldsNoneLogsNobodyIn(String text) throws IOException {
        assertThat(logins().of("ghcr.io")).isEmpty();
        Files.writeString(folder.resolve("config.json"), text);
        assertThat(logins().of("ghcr.io")).isEmpty();
    }
}
