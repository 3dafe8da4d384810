package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.conformance.projects.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NewFromOpenApiTest {
    private static final Path FIXTURES = CommandRun.ROOT.resolve("testdata/openapi");

    @TempDir
    Path folder;

    /** {@code testdata/openapi/build.sh} makes the source anew, and compiles it with warnings as errors. */
    @ParameterizedTest
    @EnumSource
    void writesTheSourceThatTheToolchainOfTheLanguageAccepted(Language language) throws IOException {
        Path project = project(language);

        String name = String.valueOf(Path.of(language.source()).getFileName());
        assertThat(Files.readString(project.resolve(language.source())))
                .isEqualTo(Files.readString(FIXTURES.resolve(language.word()).resolve(name)));
    }

    @ParameterizedTest
    @EnumSource(names = "GO", mode = EnumSource.Mode.EXCLUDE)
    void makesAConnectorThatPassesItsScenarios(Language language) throws IOException {
        Path project = project(language);
        Files.copy(FIXTURES.resolve(language.word()).resolve("connector.wasm"), project.resolve("connector.wasm"));

        CommandRun.Result tested = run("test", project.getFileName().toString());

        assertThat(tested.all()).contains("7 passed, 0 failed");
        assertThat(run("check", project.getFileName().toString()).out()).isEqualTo("no problems\n");
    }

    @Test
    void saysWhatItLeavesOut() throws IOException {
        assertThat(make("--openapi", "trains.yaml").out())
                .contains("left out add_photo: its body is not JSON", "made trains, in main.go the connector");
    }

    @Test
    void showsTheOperationsOfADocument() throws IOException {
        CommandRun.Result listed = make("--openapi", "trains.yaml", "--list-operations");

        assertThat(listed.out())
                .contains(
                        "get_stations  GET /stations\n", "add_photo  POST /photos  (left out: its body is not JSON)\n");
        assertThat(folder.resolve("trains")).doesNotExist();
    }

    @Test
    void takesOperationsByTheirIdsAndAnotherServer() throws IOException {
        CommandRun.Result made = make(
                "--openapi",
                "trains.yaml",
                "--operations",
                "getStation,delete_station",
                "--server",
                "http://127.0.0.1:8080");

        assertThat(made.exitCode()).as(made.all()).isZero();
        assertThat(folder.resolve("trains/manifest.toml")).content().contains("hosts = [\"http://127.0.0.1:8080\"]");
        assertThat(folder.resolve("trains/tests")).isDirectoryContaining("glob:**/get_station.toml");
        assertThat(folder.resolve("trains/tests/get_stations.toml")).doesNotExist();
    }

    @Test
    void saysWhatToDoWhereNothingCanBeMade() throws IOException {
        assertThat(make("--openapi", "trains.yaml", "--operations", "getStatoin")
                        .err())
                .contains("trains.yaml: it has no operation \"getStatoin\"; did you mean get_station?");
        assertThat(make("--operations", "x").err()).contains("need --openapi FILE");
        assertThat(make("--openapi", "missing.yaml").exitCode()).isEqualTo(2);
        assertThat(folder.resolve("trains")).doesNotExist();
    }

    private Path project(Language language) throws IOException {
        Path project = folder.resolve("trains-" + language.word());
        CommandRun.Result made = run(
                "new",
                String.valueOf(project.getFileName()),
                "--lang",
                language.word(),
                "--openapi",
                document().toString());
        assertThat(made.exitCode()).as(made.all()).isZero();
        return project;
    }

    private CommandRun.Result make(String... more) throws IOException {
        document();
        String[] words = new String[more.length + 4];
        System.arraycopy(new String[] {"new", "trains", "--lang", "go"}, 0, words, 0, 4);
        System.arraycopy(more, 0, words, 4, more.length);
        return run(words);
    }

    private Path document() throws IOException {
        Path copy = folder.resolve("trains.yaml");
        if (!Files.exists(copy)) {
            Files.copy(FIXTURES.resolve("trains.yaml"), copy);
        }
        return copy;
    }

    private CommandRun.Result run(String... words) {
        return CommandRun.standard().in(folder).with(words);
    }
}
