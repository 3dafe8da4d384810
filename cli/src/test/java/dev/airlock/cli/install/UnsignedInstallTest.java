package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests unsigned connectors, and the setting of a home for them. */
class UnsignedInstallTest {
    @TempDir
    private Path folder;

    private EchoPublisher publisher;

    @BeforeEach
    void pack() throws IOException {
        publisher = new EchoPublisher(folder);
        publisher.packed(EchoPublisher.NAME, "1.0.0", "");
    }

    @Test
    void theScreenSaysWhatItMeansAndYesSaysWhatItAgreedToUnread() {
        CommandRun.Result plain = install();
        assertThat(plain.exitCode()).isZero();
        assertThat(plain.err())
                .contains(
                        "signature   NONE: it is not signed, so anyone may have made it\n",
                        "            Its maker cannot be checked. It has its own state, and gets no\n")
                .contains(
                        "airlock: there is no way to check who made github://acme/echo@1.0.0, and --yes accepts it unread.");

        CommandRun.Result json = install("--json");
        assertThat(json.json().path("signature").asText()).startsWith("NONE: ");
        assertThat(json.err()).contains("airlock: there is no way to check who made");
    }

    @Test
    void aHomeRefusesIt() throws IOException {
        settings("[install]\nunsigned = false\n");

        CommandRun.Result refused = install("--json");

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.json().at("/error/class").asText()).isEqualTo("signature_failure");
        assertThat(publisher.user().with("store", "list").out()).doesNotContain("echo");
        String id = refused.json().at("/error/audit_id").asText();
        assertThat(publisher.user().with("audit", "explain", id).out()).contains("[install] unsigned = false");
    }

    @Test
    void anActionThatPinsItIsRefusedTooAndWhatIsInstalledStays() throws IOException {
        String hash = install("--json").json().path("hash").asText();
        Files.writeString(folder.resolve("say.md"), """
                +++
                name = "say"
                version = "1.0.0"

                [[requires.connectors]]
                name = "%s"
                version = "1.0.0"
                hash = "%s"
                capabilities = ["echo"]

                [[execute]]
                id = "say"
                connector = "%s"
                op = "echo"
                +++
                Says.
                """.formatted(EchoPublisher.NAME, hash, EchoPublisher.NAME));
        settings("[install]\nunsigned = false\n");
        assertThat(publisher.user().with("run", EchoPublisher.NAME, "echo").exitCode())
                .as("installed before")
                .isZero();
        assertThat(publisher.user().with("uninstall", EchoPublisher.REFERENCE).exitCode())
                .isZero();

        CommandRun.Result refused = publisher.user().with("action", "add", "say.md", "--connectors", ".", "--yes");

        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("[install] unsigned = false");
    }

    @Test
    void settingsThatCannotBeReadInstallNothing() throws IOException {
        settings("[install]\nunsinged = false\n");

        CommandRun.Result refused = install();
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("settings.toml:2:1");
    }

    private void settings(String text) throws IOException {
        Files.createDirectories(folder.resolve("home"));
        Files.writeString(folder.resolve("home/settings.toml"), text);
    }

    private CommandRun.Result install(String... more) {
        String[] line = new String[5 + more.length];
        System.arraycopy(
                new String[] {"install", EchoPublisher.REFERENCE, "--from", "airlock.tar.gz", "--yes"}, 0, line, 0, 5);
        System.arraycopy(more, 0, line, 5, more.length);
        return publisher.user().with(line);
    }
}
