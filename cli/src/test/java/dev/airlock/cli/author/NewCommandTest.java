package dev.airlock.cli.author;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import dev.airlock.cli.documentation.TranscriptTest;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.projects.NewProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the files of a new project. {@link TranscriptTest} shows that it builds and passes its tests. */
class NewCommandTest {
    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void makesAProjectThatHasNoProblems(Language language) throws IOException {
        CommandRun.Result made = run("new", "one-more", "--lang", language.word());

        assertThat(made.exitCode()).as(made.all()).isZero();
        assertThat(made.out()).contains("cd one-more", "airlock test .");
        Path project = folder.resolve("one-more");
        assertThat(project.resolve(language.source())).isRegularFile();
        try (Stream<Path> files = Files.walk(project)) {
            assertThat(files.filter(Files::isRegularFile))
                    .allSatisfy(file -> assertThat(file).content().doesNotContain("{{"));
        }
        assertThat(run("check", "one-more").out()).contains("connector.wasm: it is not there", "1 problem");
    }

    @ParameterizedTest
    @EnumSource
    void bringsTheWholeGuestLibraryOfItsLanguage(Language language) throws IOException {
        Path library = CommandRun.ROOT.resolve("sample-connectors/guest").resolve(language.word());
        try (Stream<Path> files = Files.walk(library)) {
            assertThat(NewProject.files("one-more", language).keySet())
                    .containsAll(files.filter(Files::isRegularFile)
                            .map(file -> "guest/"
                                    + library.relativize(file).toString().replace('\\', '/'))
                            .toList());
        }
    }

    @Test
    void refusesWhatIsNoNameNoLanguageOrThereAlready() throws IOException {
        assertThat(run("new", "../x", "--lang", "go").exitCode()).isEqualTo(2);
        assertThat(run("new", "one-more", "--lang", "cobol").err()).contains("go or rust or c or assemblyscript");
        assertThat(run("new", "one-more").exitCode()).isEqualTo(2);
        Files.createDirectory(folder.resolve("one-more"));

        CommandRun.Result there = run("new", "one-more", "--lang", "go");

        assertThat(there.exitCode()).isEqualTo(2);
        assertThat(there.err()).contains("one-more exists already");
        assertThat(folder.resolve("one-more")).isEmptyDirectory();
    }

    private CommandRun.Result run(String... words) {
        return CommandRun.standard().in(folder).with(words);
    }
}
