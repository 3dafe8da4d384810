package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandProcess;
import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests a store that the user may read but not write. */
@Execution(ExecutionMode.CONCURRENT)
class StoreReadOnlyTest {
    private static final String NAME = EchoVersions.NAME;

    @TempDir
    private Path folder;

    private EchoVersions versions;

    @BeforeEach
    void prepare() throws IOException {
        versions = new EchoVersions(folder);
        versions.action("home/actions/say.md", "say", "1.0.0");
        for (String version : new String[] {"1.0.0", "1.1.0", "1.2.0"}) {
            assertThat(versions.user().with(versions.install(version)).exitCode())
                    .isZero();
        }
    }

    @AfterEach
    void giveBack() throws IOException {
        permit("rwx------");
    }

    @Test
    void whatOnlyReadsWorksAndWhatWouldChangeItSaysWhyAndWhatToDo() throws Exception {
        String before = versions.user().with("store", "list").out();
        permit("r-xr-xr-x");
        try (CommandProcess reader = CommandProcess.start(versions.user(), withoutRightsOfRoot())) {
            for (String line : new String[] {
                "run " + NAME + "@1.0.0 echo", "action run say", "sync", "store verify", "inspect " + NAME + "@1.1.0"
            }) {
                CommandRun.Result works = reader.with(line.split(" "));
                assertThat(works.exitCode()).as(line + ": " + works.all()).isZero();
            }
            assertNothingChanges(reader);
            Files.setPosixFilePermissions(folder.resolve("home/store"), PosixFilePermissions.fromString("rwx------"));
            assertNothingChanges(reader); // because its entries still cannot be changed
            permit("rwx------");
            assertNoActionIsAdded(reader);
        }
        assertThat(versions.user().with("store", "list").out()).isEqualTo(before);
        assertThat(versions.user().with("audit", "export").out().split("\"what\":\"(install|update)\"", -1))
                .as("three consents to what was installed, and none to what was not")
                .hasSize(4);
    }

    private void assertNothingChanges(CommandProcess reader) throws IOException {
        assertRefused(reader.with(versions.install("2.0.0")), "nothing was installed");
        assertRefused(reader.with("store", "gc"), "nothing was removed");
        assertRefused(reader.with("uninstall", NAME + "@1.1.0"), "nothing was removed");
        assertThat(reader.with("audit", "export").out()).doesNotContain("\"what\":\"uninstall\"", "removed connectors");
    }

    private void assertNoActionIsAdded(CommandProcess reader) throws IOException {
        Path actions = folder.resolve("home/actions");
        versions.action("new.md", "new", "2.0.0");
        Files.setPosixFilePermissions(actions, PosixFilePermissions.fromString("r-x------"));

        CommandRun.Result refused =
                reader.with("action", "add", "new.md", "--yes", "--connectors", versions.place("2.0.0"));

        Files.setPosixFilePermissions(actions, PosixFilePermissions.fromString("rwx------"));
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).contains("Nothing was added: ", "permissions do not allow it");
        assertThat(versions.stored("2.0.0")).doesNotExist();
        assertThat(reader.with("audit", "export").out()).doesNotContain("new action");
    }

    private static void assertRefused(CommandRun.Result refused, String undone) {
        assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains("The store of connectors", undone, "permissions do not allow it", "set AIRLOCK_HOME")
                .doesNotContain("Exception");
    }

    private void permit(String folders) throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("home/store"))) {
            for (Path path : all.filter(Files::isDirectory).toList()) {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(folders));
            }
        }
    }

    /** Returns the prefix that drops root's rights, because root may write whatever the permissions say. */
    private static List<String> withoutRightsOfRoot() throws IOException, InterruptedException {
        Process whoami = new ProcessBuilder("id", "-u").start();
        boolean isRoot = new String(whoami.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII)
                .strip()
                .equals("0");
        return isRoot ? List.of("setpriv", "--bounding-set=-dac_override") : List.of();
    }
}
