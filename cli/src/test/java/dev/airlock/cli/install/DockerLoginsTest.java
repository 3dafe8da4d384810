package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.registry.oci.RegistryLogins.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests logins from files and from real helpers, which are small scripts. */
class DockerLoginsTest {
    private static final String HELPED = "{\"auths\":{\"ghcr.io\":{}},\"credsStore\":\"test\"}";

    @TempDir
    private Path folder;

    private Login login(String registry) {
        return login(registry, Duration.ofSeconds(20));
    }

    private Login login(String registry, Duration patience) {
        return new DockerLogins(Map.of("DOCKER_CONFIG", folder.toString(), "PATH", folder + ":/usr/bin:/bin"), patience)
                .of(registry);
    }

    private void config(String text) throws IOException {
        Files.writeString(folder.resolve("config.json"), text);
    }

    /** Creates a helper that runs a script, with the requested server in {@code $server}. */
    private void helper(String name, String script) throws IOException {
        Path file = folder.resolve("docker-credential-" + name);
        Files.writeString(file, "#!/bin/sh\n[ \"$1\" = get ] || exit 2\nread -r server\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aLoginIsForItsRegistryAlone() throws IOException {
        config("{\"auths\":{\"ghcr.io\":{\"auth\":\"bWU6c2VjcmV0\"},\"localhost:5000\":{\"auth\":\"eDp5\"},"
                + "\"https://old.example.com/v1/\":{\"auth\":\"b2xkOmtleQ==\"},"
                + "\"https://index.docker.io/v1/\":{\"auth\":\"aHViOng=\"}}}");

        assertThat(login("ghcr.io")).isEqualTo(Login.of("Basic bWU6c2VjcmV0"));
        assertThat(login("localhost:5000")).isEqualTo(Login.of("Basic eDp5"));
        assertThat(login("docker.io")).isEqualTo(Login.of("Basic aHViOng="));
        assertThat(login("old.example.com")).isEqualTo(Login.of("Basic b2xkOmtleQ=="));
        assertThat(login("quay.io")).isEqualTo(Login.none());
        assertThat(login("ghcr.io")).hasToString("a login");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "[]", "{\"auths\":{\"ghcr.io\":{}}}", "{\"auths\":{\"ghcr.io\":{\"auth\":\"a\\nb\"}}}"})
    void aFileThatHoldsNoneLogsNobodyIn(String text) throws IOException {
        assertThat(login("ghcr.io")).isEqualTo(Login.none());
        config(text);
        assertThat(login("ghcr.io")).isEqualTo(Login.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nothing | is not JSON. Log in again.",
                "{\"auths\":{\"ghcr.io\":{\"auth\":\"eDp5\",\"identitytoken\":\"x\"}}} | an identity token"
            })
    void aLoginThatIsThereAndCannotBeUsedSaysSo(String text, String why) throws IOException {
        config(text);

        assertThat(login("ghcr.io").authorization()).isEmpty();
        assertThat(login("ghcr.io").why()).contains(why);
    }

    @Test
    void aHelperIsAskedForTheRegistryByTheNameThatItWasLoggedInAs() throws IOException {
        config("{\"credsStore\":\"test\",\"credHelpers\":{\"gcr.io\":\"other\"}}");
        helper("test", "printf '{\"ServerURL\":\"%s\",\"Username\":\"me\",\"Secret\":\"%s\"}' \"$server\" \"$server\"");
        helper("other", "echo '{\"Username\":\"o\",\"Secret\":\"p\"}'");

        assertThat(login("ghcr.io:443")).isEqualTo(Login.of("Basic bWU6Z2hjci5pbzo0NDM="));
        assertThat(login("docker.io")).isEqualTo(Login.of("Basic bWU6aHR0cHM6Ly9pbmRleC5kb2NrZXIuaW8vdjEv"));
        assertThat(login("gcr.io")).as("the helper of that registry").isEqualTo(Login.of("Basic bzpw"));
    }

    @Test
    void whatAHelperHasNotMayStandInTheFile() throws IOException {
        config("{\"auths\":{\"ghcr.io\":{\"auth\":\"eDp5\"}},\"credsStore\":\"test\"}");
        helper("test", "echo 'credentials not found in native keychain'; exit 1");

        assertThat(login("ghcr.io")).isEqualTo(Login.of("Basic eDp5"));
        assertThat(login("quay.io")).isEqualTo(Login.none());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo 'the keychain is locked'; exit 1 | gives no login and says “the keychain is locked”",
                "echo '{\"Secret\":\"s3cret\"}'; exit 1 | gives no login. Run it by hand",
                "exit 1 | gives no login. Run it by hand",
                "echo s3cret | did not answer with JSON",
                "echo '{\"Username\":\"<token>\",\"Secret\":\"s3cret\"}' | identity token"
            })
    void aHelperThatGivesNoneIsNamedWithWhatToDo(String script, String why) throws IOException {
        config(HELPED);
        helper("test", script);

        Login login = login("ghcr.io");

        assertThat(login.authorization()).isEmpty();
        assertThat(login.why())
                .startsWith("The login is stored by docker-credential-test, which ")
                .contains(why)
                .doesNotContain("s3cret");
    }

    @Test
    void aHelperThatIsNotThereOrHasNoNameOfOneIsNotRun() throws IOException {
        config(HELPED);
        assertThat(login("ghcr.io").why()).contains("docker-credential-test, which is not on the PATH");
        config("{\"credsStore\":\"../test\"}");
        helper("test", "echo '{\"Username\":\"o\",\"Secret\":\"p\"}'");
        assertThat(login("ghcr.io").why()).contains("is not on the PATH");
    }

    @Test
    void aHelperThatHangsIsEndedWithWhateverItStarted() throws IOException {
        config(HELPED);
        helper("test", "sleep 600 & echo $! > " + folder.resolve("child") + "; wait");

        assertThat(login("ghcr.io", Duration.ofSeconds(1)).why()).contains("did not answer within 1 s");
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        ProcessHandle.of(child)
                .ifPresent(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(20)));
    }
}
