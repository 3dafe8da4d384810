package dev.airlock.conformance.projects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.conformance.scenarios.ScenarioReader;
import dev.airlock.conformance.scenarios.ScenarioReading;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NewProjectTest {
    @ParameterizedTest
    @EnumSource(Language.class)
    void hasAManifestThatIsReadAndScenariosThatAre(Language language, @TempDir Path folder) throws IOException {
        Path project = folder.resolve("two-words");
        NewProject.write(project, "two-words", language);

        assertThat(ManifestReader.read(project.resolve("manifest.toml"))
                        .orThrow()
                        .toString())
                .contains("two-words");
        assertThat(ScenarioSuite.files(project))
                .hasSize(3)
                .allSatisfy(file -> assertThat(ScenarioReader.read(file, file.toString()))
                        .isInstanceOf(ScenarioReading.Valid.class));
    }

    /** An operation that an author adds must not be repeated because of what the template says. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void declaresNothingIdempotent(Language language) {
        ConnectorManifest manifest = ManifestReader.read(
                        "manifest.toml", NewProject.files("thing", language).getOrDefault("manifest.toml", ""))
                .orThrow();

        assertThat(manifest.idempotency()).isEmpty();
        assertThat(manifest.operations())
                .isNotEmpty()
                .allMatch(operation -> operation.idempotent().isEmpty());
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void hasItsSourceItsGuestLibraryAndHowToBuildIt(Language language) {
        Map<String, String> files = NewProject.files("thing", language);

        assertThat(files).containsKeys(language.source(), "upstream.toml", "README.md", ".gitignore");
        assertThat(files.keySet()).filteredOn(file -> file.startsWith("guest/")).hasSameSizeAs(language.guest());
        assertThat(files.getOrDefault("README.md", ""))
                .contains(language.build("thing").lines().toList());
        assertThat(Language.named(language.word())).hasValue(language);
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void leavesNoPlaceOfATemplateUnfilled(Language language) {
        NewProject.files("thing", language).forEach((file, text) -> {
            if (!file.startsWith("guest/")) {
                assertThat(text).as(file).doesNotContain("{{", "}}");
            }
        });
    }

    @Test
    void isWrittenIntoAFolderThatIsNotThereYet(@TempDir Path folder) throws IOException {
        Path project = folder.resolve("thing");

        NewProject.write(project, "thing", Language.RUST);

        for (String file : NewProject.files("thing", Language.RUST).keySet()) {
            assertThat(Files.readString(project.resolve(file)))
                    .isEqualTo(NewProject.files("thing", Language.RUST).get(file));
        }
        assertThatThrownBy(() -> NewProject.write(project, "thing", Language.RUST))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Thing", "1thing", "a b", "../a", "ä", "a_b"})
    void refusesANameThatIsNone(String name) {
        assertThat(NewProject.isName(name)).isFalse();
        assertThatThrownBy(() -> NewProject.files(name, Language.C)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesNamesOfUpTo64Letters() {
        assertThat(NewProject.isName("a" + "-".repeat(63))).isTrue();
        assertThat(NewProject.isName("a".repeat(65))).isFalse();
        assertThat(Language.named("cobol")).isEmpty();
        assertThat(Arrays.stream(Language.values()).map(Language::word).toList())
                .isEqualTo(List.of("go", "rust", "c", "assemblyscript"));
    }
}
