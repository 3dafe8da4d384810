package dev.airlock.cli.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.install.EchoPublisher;
import dev.airlock.cli.install.PackageServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishes to a registry over real TLS and installs the result. */
class PublishTest {
    private static final String NAME = "oci://registry.example.com/acme/echo";

    @TempDir
    private Path folder;

    private EchoPublisher publisher;
    private PackageServer server;
    private CommandRun user;

    @BeforeEach
    void aServer() throws IOException {
        publisher = new EchoPublisher(folder);
        server = new PackageServer();
        user = server.trustedBy(publisher.user(), folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String place(String tag) {
        return server.url().replace("https", "oci") + "/acme/echo" + tag;
    }

    private CommandRun.Result publish(String... words) {
        List<String> all = new ArrayList<>(List.of("publish", "airlock.tar.gz", "--allow-private", "localhost"));
        all.addAll(List.of(words));
        return user.with(all);
    }

    @Test
    void whatIsPublishedIsInstalledFromThere() throws IOException {
        publisher.packed(NAME, "1.0.0", "");

        CommandRun.Result published = publish("--to", place(""));

        assertThat(published.exitCode()).as(published.all()).isZero();
        assertThat(published.out())
                .matches("published  " + place(":1.0.0") + "\ndigest     sha256:[0-9a-f]{64}\nconnector  " + NAME
                        + "@1.0.0\nhash       sha256:[0-9a-f]{64}\nsignature  none; airlock sign adds one\n");
        CommandRun.Result installed = user.with(
                "install", NAME + "@1.0.0", "--from", place(":1.0.0"), "--yes", "--allow-private", "localhost");
        assertThat(installed.exitCode()).as(installed.all()).isZero();
        CommandRun.Result run = user.with("run", NAME + "@1.0.0", "echo", "--arg", "text=hello", "--json");
        assertThat(run.exitCode()).as(run.all()).isZero();
    }

    @Test
    void theSameAgainChangesNothingAndSomethingElseIsNotOverwritten() throws IOException {
        publisher.packed(NAME, "1.0.0", "");
        String first = publish("--to", place(""), "--json").json().at("/digest").asText();

        CommandRun.Result again = publish("--to", place(""), "--json");
        assertThat(again.exitCode()).isZero();
        assertThat(again.json().at("/state").asText()).isEqualTo("unchanged");
        assertThat(publish("--to", place("")).all())
                .contains("unchanged  " + place(":1.0.0"), "Nothing was changed: the same archive was already there.");

        publisher.packed(NAME, "1.0.0", "description = \"Another one.\"\n");
        CommandRun.Result taken = publish("--to", place(""));
        CommandRun.Result document = publish("--to", place(""), "--json");
        assertThat(taken.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(taken.out()).isEmpty();
        assertThat(taken.err())
                .contains(place(":1.0.0") + " is taken: it names " + first + ", and this would be sha256:")
                .contains("Nothing was changed. Give the connector a new version", "--replace");
        assertThat(document.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(document.json().at("/state").asText()).isEqualTo("taken");
        assertThat(document.json().at("/there").asText()).isEqualTo(first);

        CommandRun.Result replaced = publish("--to", place(""), "--replace", "--json");
        assertThat(replaced.exitCode()).as(replaced.all()).isZero();
        assertThat(replaced.json().at("/state").asText()).isEqualTo("published");
        assertThat(replaced.json().at("/replaced").asText()).isEqualTo(first);
        assertThat(replaced.json().at("/digest").asText())
                .isEqualTo(document.json().at("/digest").asText());
    }

    @Test
    void aLoginIsTheOneThatDockerKeeps() throws IOException {
        publisher.packed(NAME, "1.0.0", "");
        server.requireLogin("Basic bWU6Y2FuYXJ5");
        user = user.environment("DOCKER_CONFIG", folder.toString());

        CommandRun.Result before = publish("--to", place(""));
        Files.writeString(
                folder.resolve("config.json"), "{\"auths\":{\"" + server.host() + "\":{\"auth\":\"bWU6Y2FuYXJ5\"}}}");
        CommandRun.Result published = publish("--to", place(""));

        assertNothing(
                before, "The registry takes " + place(":1.0.0") + " only from users who are logged in. Log in with");
        assertThat(published.exitCode()).as(published.all()).isZero();
        assertThat(published.all()).doesNotContain("bWU6Y2FuYXJ5");
    }

    @Test
    void aLostAnswerIsNoPublication() throws IOException {
        publisher.packed(NAME, "1.0.0", "");
        server.hangUpOnManifests();

        CommandRun.Result lost = publish("--to", place(""));

        assertThat(lost.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(lost.out()).isEmpty();
        assertThat(lost.err())
                .contains("It is not known whether the registry accepted the last request.")
                .contains(place(":1.0.0") + " does not exist now. Run the command again.");
    }

    @Test
    void anAddressThatIsNotPublicAndAnAuthorityThatNobodyNamedAreNotUsed() throws IOException {
        publisher.packed(NAME, "1.0.0", "");

        assertNothing(
                user.with("publish", "airlock.tar.gz", "--to", place("")),
                "The upload was stopped: localhost has a loopback address, which is not public. To allow it, add"
                        + " --allow-private localhost.");
        assertNothing(
                user.environment("AIRLOCK_CA_FILE", "")
                        .with("publish", "airlock.tar.gz", "--allow-private", "localhost", "--to", place("")),
                "its certificate is not trusted");
        assertThat(server.asked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "github://acme/echo | | has no registry in its name. Name one with --to oci://HOST/NAME.",
                "local://acme/echo | | has no registry in its name",
                "github://acme/echo | oci://localhost/Acme | A place in a registry is oci://host",
                "github://acme/echo | https://localhost/acme | A place in a registry is oci://host",
                "github://acme/echo | oci://localhost/acme@sha256:0000000000000000000000000000000000000000000000000000000000000000"
                        + " | Publishing needs a tag",
            })
    void aPlaceThatIsNoneIsRefused(String name, String to, String why) throws IOException {
        publisher.packed(name, "1.0.0", "");

        assertNothing(to == null ? publish() : publish("--to", to), why);
    }

    @Test
    void aFileThatIsNoArchiveIsRefused() throws IOException {
        Files.writeString(folder.resolve("airlock.tar.gz"), "nothing");

        assertNothing(publish("--to", place("")), "airlock.tar.gz is not a connector package.");
        assertThat(server.asked()).isEmpty();
    }

    private void assertNothing(CommandRun.Result refused, String why) {
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).contains(why);
    }
}
