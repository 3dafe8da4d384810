package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.FileProblem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the messages of commands for a store in a bad state, and that they change nothing then. */
class StoreCommandTest {
    private static final String NAME = EchoVersions.NAME;

    @TempDir
    private Path folder;

    private EchoVersions versions;
    private CommandRun user;

    @BeforeEach
    void prepare() throws IOException {
        versions = new EchoVersions(folder);
        user = versions.user();
        user.with(versions.install("1.0.0"));
    }

    @Test
    void aFolderInUpperCaseIsToldOfAndNothingIsRunFromIt() throws IOException {
        Path place = versions.stored("1.0.0");
        String upper = versions.hash("1.0.0").hex().toUpperCase(Locale.ROOT);
        Files.move(place, place.resolveSibling(upper));
        versions.action("home/actions/say.md", "say", "1.0.0");

        CommandRun.Result verified = user.with("store", "verify");
        CommandRun.Result json = user.with("store", "verify", "--json");

        assertThat(verified.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(verified.out()).contains(upper + "  is not a connector's folder", "move it out of");
        assertThat(json.json().at("/strays/0").asText()).isEqualTo(upper);
        assertThat(json.json().at("/altered")).isEmpty();
        assertThat(user.with("store", "list").out()).isEqualTo("nothing is installed\n");
        assertThat(user.with("run", NAME, "echo").exitCode()).isEqualTo(ExitCode.USAGE);
        CommandRun.Result action = user.with("action", "run", "say");
        assertThat(action.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(action.err()).contains("Fetch them with `airlock sync`");
    }

    @Test
    void aVersionThatIsNoneAnyMoreMakesNothingUnneeded() throws IOException {
        user.with(versions.install("1.1.0"));
        Path manifest = versions.stored("1.1.0").resolve("manifest.toml");
        Files.writeString(manifest, Files.readString(manifest).replace("1.1.0", "7.0.0"));

        assertThat(user.with("store", "gc").out()).isEqualTo("nothing to remove\n");

        assertThat(versions.stored("1.0.0")).isDirectory();
    }

    @Test
    void whatCannotBeReadMightPinAnythingSoNothingIsRemoved() throws IOException {
        user.with(versions.install("1.1.0"));
        Path action = versions.action("home/actions/say.md", "say", "1.1.0");
        Files.delete(action);
        Files.createSymbolicLink(action, folder.resolve("not-mounted/say.md"));

        for (String[] command : new String[][] {{"store", "gc"}, {"uninstall", NAME + "@1.0.0"}}) {
            CommandRun.Result refused = user.with(command);
            assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err()).contains("Nothing was removed: some actions have problems", "say.md");
        }

        assertThat(versions.stored("1.0.0")).isDirectory();
    }

    @Test
    void twoOfTheSameVersionAreBothKept() throws IOException {
        Path other = Path.of(versions.place("1.0.0")).resolve("manifest.toml");
        Path first = versions.stored("1.0.0");
        Files.writeString(other, Files.readString(other) + "# another build\n");
        user.with(versions.install("1.0.0"));

        assertThat(user.with("store", "gc").out()).isEqualTo("nothing to remove\n");

        assertThat(first).isDirectory();
        assertThat(versions.stored("1.0.0")).isDirectory().isNotEqualTo(first);
    }

    @Test
    void aSecondNameForTheSameBytesIsNotCalledRunnable() throws IOException {
        versions.action("home/actions/say.md", "say", "1.0.0");
        versions.action("home/actions/other.md", "other", "github://acme/other", "1.0.0", versions.hash("1.0.0"));

        CommandRun.Result synced = user.with("sync", "--yes", "--connectors", "versions");

        assertThat(synced.exitCode()).as(synced.all()).isEqualTo(ExitCode.USAGE);
        assertThat(synced.out()).doesNotContain("can run");
        assertThat(synced.err()).contains("github://acme/other@1.0.0");
    }

    @Test
    void twoHashesOfOneVersionAreBothFoundInTheFolders() throws IOException {
        versions.action("home/actions/say.md", "say", "2.0.0");
        Path second = folder.resolve("versions/second");
        Files.createDirectories(second);
        try (Stream<Path> files = Files.list(Path.of(versions.place("2.0.0")))) {
            for (Path file : files.toList()) {
                Files.copy(file, second.resolve(file.getFileName()));
            }
        }
        Path manifest = second.resolve("manifest.toml");
        Files.writeString(manifest, Files.readString(manifest) + "# another build\n");
        versions.action(
                "home/actions/again.md",
                "again",
                NAME,
                "2.0.0",
                dev.airlock.manifests.names.ContentHash.of(
                        Files.readAllBytes(second.resolve("connector.wasm")), Files.readAllBytes(manifest)));

        CommandRun.Result synced = user.with("sync", "--yes", "--connectors", "versions");

        assertThat(synced.exitCode()).as(synced.all()).isZero();
        assertThat(synced.out()).contains("2 actions can run");
        assertThat(user.with("action", "run", "say").exitCode()).isZero();
        assertThat(user.with("action", "run", "again").exitCode()).isZero();
    }

    @Test
    void somethingInTheWayIsSaidInWords() throws IOException {
        Path all = folder.resolve("home/store/sha256");
        Files.move(all, folder.resolve("moved"));
        Files.writeString(all, "in the way");

        for (String[] command : new String[][] {
            {"store", "list"}, {"store", "gc"}, {"uninstall", NAME + "@1.0.0"}, versions.install("2.0.0")
        }) {
            CommandRun.Result refused = user.with(command);

            assertThat(refused.exitCode()).as(refused.all()).isEqualTo(ExitCode.USAGE);
            assertThat(refused.err())
                    .contains("The store of connectors", "is in the way. Move it away")
                    .doesNotContain("Exception", all.toString());
        }
    }

    static Stream<Arguments> troubles() {
        String path = "/some/where";
        return Stream.of(
                Arguments.of(new AccessDeniedException(path), "Its permissions do not allow it."),
                Arguments.of(new FileSystemException(path, null, "Operation not permitted"), "Its permissions"),
                Arguments.of(new FileSystemException(path, null, "Read-only file system"), "read-only file system"),
                Arguments.of(new FileSystemException(path, null, "No space left on device"), "disk is full"),
                Arguments.of(new IOException("Disk quota exceeded"), "disk is full"),
                Arguments.of(new FileSystemException(path, null, "Not a directory"), "is in the way"),
                Arguments.of(new NotDirectoryException(path), "is in the way"),
                Arguments.of(new FileAlreadyExistsException(path), "is in the way"),
                Arguments.of(
                        new FileSystemException(path, null, "Input/output error"),
                        "the system says: Input/output error"),
                Arguments.of(
                        new FileSystemException(path),
                        "Check the permissions of its folder and the space on its disk."),
                Arguments.of(
                        new IOException("Another process is using it. Try again."), "Another process is using it."),
                Arguments.of(new IOException(), "Check the permissions of its folder and the space on its disk."));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void eachTroubleWithFilesHasWordsAndNoPathAndNoException(IOException trouble, String words) {
        assertThat(FileProblem.words(trouble)).contains(words).doesNotContain("/some/where", "Exception");
    }
}
