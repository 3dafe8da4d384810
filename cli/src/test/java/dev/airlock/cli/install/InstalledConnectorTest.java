package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests commands on an installed connector by its name. Only the store exists; the connector's folder and archive are gone. */
class InstalledConnectorTest {
    private static final String NAME = EchoPublisher.NAME;

    @TempDir
    private Path folder;

    private EchoPublisher publisher;
    private CommandRun user;
    private String hash;

    @BeforeEach
    void installed() throws IOException {
        publisher = new EchoPublisher(folder);
        user = publisher.user();
        hash = publisher.installed("1.0.0");
        Files.delete(folder.resolve("airlock.tar.gz"));
    }

    @Test
    void itRunsByItsNameAndVersionAndByItsNameWhileThereIsOneVersion() throws IOException {
        for (String called : new String[] {NAME + "@1.0.0", NAME}) {
            CommandRun.Result run = user.with("run", called, "echo", "--arg", "text=hello", "--json");
            assertThat(run.exitCode()).as(run.all()).isZero();
        }
        assertThat(user.with("audit", "export").out()).contains("\"hash\":\"" + hash);

        publisher.installed("1.1.0");
        CommandRun.Result two = user.with("run", NAME, "echo");
        assertThat(two.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(two.err())
                .contains("More than one version of " + NAME + " is installed.", NAME + "@1.0.0", NAME + "@1.1.0");
        assertThat(user.with("run", NAME + "@1.1.0", "echo").exitCode()).isZero();
    }

    @Test
    void itIsInspectedAndHeldAgainstTheChecksLikeAnyOther() {
        CommandRun.Result inspected = user.with("inspect", NAME, "--json");
        CommandRun.Result conform = user.with("conform", NAME + "@1.0.0", "--json");

        assertThat(inspected.exitCode()).as(inspected.all()).isZero();
        assertThat(inspected.out()).contains("\"imports\"");
        assertThat(conform.json().at("/connector").asText() + conform.out()).contains(NAME);
        assertThat(conform.exitCode()).isNotEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github://acme/other@1.0.0|is not installed",
                "github://acme/echo@2.0.0|is not installed",
                "github://acme|has no repo",
                "github://acme/echo@1|is not strict SemVer"
            })
    void whatIsNotThereOrNoNameSaysSo(String row) {
        CommandRun.Result run = user.with("run", row.substring(0, row.indexOf('|')), "echo");

        assertThat(run.exitCode()).as(run.all()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(row.substring(row.indexOf('|') + 1));
    }

    @Test
    void anAlteredByteIsAHashMismatchInWhateverUsesItAndTheRefusalIsRecorded() throws IOException {
        EchoPublisher.alter(publisher.place(hash).resolve("connector.wasm"));

        CommandRun.Result run = user.with("run", NAME, "echo", "--json");
        assertThat(run.exitCode()).as(run.all()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.json().at("/error/class").asText()).isEqualTo("hash_mismatch");
        assertThat(run.json().has("usage")).isTrue();
        String auditId = run.json().at("/error/audit_id").asText();
        CommandRun.Result explained = user.with("audit", "explain", auditId);
        assertThat(explained.exitCode()).as(explained.all()).isZero();
        assertThat(explained.out()).contains("hash_mismatch");
        CommandRun.Result inspected = user.with("inspect", NAME, "--json");
        assertThat(user.explained(inspected).out()).contains("hash_mismatch");
        for (String[] command : new String[][] {{"inspect", NAME}, {"conform", NAME}, {"run", NAME, "echo"}}) {
            CommandRun.Result refused = user.with(command);
            assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.FAILURE);
            assertThat(refused.err()).contains("hash_mismatch", "were altered");
        }
    }

    @Test
    void aManifestThatWasAlteredToAnotherNameIsToldOf() throws IOException {
        Path manifest = publisher.place(hash).resolve("manifest.toml");
        Files.writeString(manifest, Files.readString(manifest).replace("acme/echo", "acme/evil"));

        CommandRun.Result own = user.with("run", NAME, "echo");
        CommandRun.Result other = user.with("run", "github://acme/evil", "echo");

        assertThat(own.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(own.err()).contains("something was altered", hash);
        assertThat(other.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(other.err()).contains("hash_mismatch");
    }

    @Test
    void whatAKeyThatIsTrustedNowDidNotSignDoesNotRun() {
        CommandRun person = user.typing(prompt -> java.util.Optional.of("correct horse".toCharArray()));
        person.with("keygen", "publisher.key");
        user.with("keyring", "trust", NAME, "publisher.key.pub");

        CommandRun.Result run = user.with("run", NAME, "echo", "--json");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.json().at("/error/class").asText()).isEqualTo("signature_failure");
    }

    @Test
    void itIsUninstalledUnlessAnActionPinsIt() throws IOException {
        Files.createDirectories(folder.resolve("home/actions"));
        Path action = publisher.action("home/actions/say.md", "1.0.0", NAME, hash);

        CommandRun.Result pinned = user.with("uninstall", NAME + "@1.0.0");
        assertThat(pinned.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(pinned.err()).contains("is pinned by actions; nothing was removed", "say");
        assertThat(publisher.place(hash)).exists();

        Files.delete(action);
        CommandRun.Result gone = user.with("uninstall", NAME + "@1.0.0", "--json");
        assertThat(gone.exitCode()).as(gone.all()).isZero();
        assertThat(gone.json().at("/uninstalled").asText()).isEqualTo(NAME + "@1.0.0");
        assertThat(publisher.place(hash)).doesNotExist();
        assertThat(user.with("audit", "export").out()).contains("\"what\":\"uninstall\"");
        assertThat(user.with("uninstall", NAME + "@1.0.0").exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
