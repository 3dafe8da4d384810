package dev.airlock.cli.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.install.EchoPublisher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the screen for actions whose pins change. */
class ActionUpdateTest {
    private static final String NAME = EchoPublisher.NAME;
    private static final String OLD_HOST = "[capabilities.network]\nhosts = [\"a.example:443\"]\n";
    private static final String NEW_HOST = "[capabilities.network]\nhosts = [\"b.example:443\"]\n";

    @TempDir
    private Path folder;

    private EchoPublisher publisher;
    private CommandRun user;
    private String first;

    @BeforeEach
    void anActionIsThere() throws IOException {
        publisher = new EchoPublisher(folder);
        user = publisher.user();
        first = installed("1.0.0", OLD_HOST);
        action("1.0.0", first);
        CommandRun.Result added = user.with("action", "add", "say.md", "--yes");
        assertThat(added.exitCode()).as(added.all()).isZero();
    }

    @Test
    void aFirstActionShowsWhatAConnectorThatIsInstalledAlreadyMayDo() throws IOException {
        Files.delete(folder.resolve("home/actions/say.md"));

        assertThat(asked().err())
                .contains("version     1.0.0, installed already\n", "it may      talk to a.example:443")
                .doesNotContain("NEW");
    }

    @Test
    void aPinThatMovesToAnInstalledVersionShowsTheDifferenceAndAsksOnce() throws IOException {
        action("1.1.0", installed("1.1.0", NEW_HOST));

        CommandRun.Result asked = asked();

        assertThat(asked.exitCode()).isEqualTo(ExitCode.CANCELLED);
        assertThat(asked.err())
                .contains(
                        "connector   " + NAME,
                        "version     1.1.0, installed already, the action had 1.0.0\n",
                        "NEW: it may talk to b.example:443",
                        "no longer   talk to a.example:443");
        assertThat(asked.err().split("\\[y/N]")).as("one question").hasSize(2);
        CommandRun.Result agreed = user.onATerminal().stdin("y\n").with("action", "add", "say.md");
        assertThat(agreed.exitCode()).as(agreed.all()).isZero();
        assertThat(user.with("audit", "export").out())
                .contains("\"what\":\"update of an action\"", "NEW: it may talk to b.example:443");
    }

    @Test
    void aPinThatMovesToAnOlderVersionOrToOtherBytesOfTheSameShowsTheDifferenceToo() throws IOException {
        action("0.9.0", installed("0.9.0", NEW_HOST));
        assertThat(asked().err()).contains("0.9.0, installed already, the action had 1.0.0", "NEW: it may talk to b.");
        action("1.0.0", installed("1.0.0", NEW_HOST));
        assertThat(asked().err()).contains("1.0.0, installed already, the action had 1.0.0", "NEW: it may talk to b.");
    }

    @Test
    void whatHasToBeFetchedIsComparedWithWhatTheActionHadThoughAnotherVersionIsInstalled() throws IOException {
        installed("1.1.0", NEW_HOST);
        publisher.packed(NAME, "1.2.0", NEW_HOST);
        action("1.2.0", user.with("pack", "echo", "--json").json().at("/hash").asText());

        assertThat(user.onATerminal()
                        .stdin("n\n")
                        .with("action", "add", "say.md", "--connectors", ".")
                        .err())
                .contains("version     1.2.0, the action had 1.0.0\n", "NEW: it may talk to b.example:443");
    }

    @Test
    void aVersionOfWhichNothingIsKnownAnyMoreMakesAllOfTheNewOneShown() throws IOException {
        action("1.1.0", installed("1.1.0", NEW_HOST));
        Files.writeString(publisher.place(first).resolve("manifest.toml"), "altered");

        assertThat(asked().err().replaceAll("\\s+", " "))
                .contains(
                        "the action had 1.0.0, which is no longer installed, so everything is shown",
                        "it may talk to b.example:443")
                .doesNotContain("NEW", "no longer: ");
    }

    @Test
    void aPinThatStaysIsNotShownAgain() throws IOException {
        assertThat(asked().err()).contains("it uses     echo of").doesNotContain("connector   ", "it may");
    }

    private CommandRun.Result asked() {
        return user.onATerminal().stdin("n\n").with("action", "add", "say.md");
    }

    private String installed(String version, String capabilities) throws IOException {
        publisher.packed(NAME, version, capabilities);
        CommandRun.Result installed =
                user.with("install", NAME + "@" + version, "--from", "airlock.tar.gz", "--yes", "--json");
        assertThat(installed.exitCode()).as(installed.all()).isZero();
        return installed.json().at("/hash").asText();
    }

    /** Writes the action's file with a pin. */
    private void action(String connector, String hash) throws IOException {
        Path file = publisher.action("say.md", "1.0.0", NAME, hash);
        Files.writeString(
                file,
                Files.readString(file).replace("version = \"1.0.0\"\nhash", "version = \"" + connector + "\"\nhash"));
    }
}
