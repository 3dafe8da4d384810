package dev.airlock.conformance.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.conversion.RecordedRun;
import dev.airlock.conformance.projects.Language;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Makes projects of every document in a folder, {@code -Dairlock.openapi=DIR}, into which {@code testdata/openapi/fetch.sh} brings public
 * ones; without the property, of {@code testdata/openapi/trains.yaml}. Of a document with many operations it takes them ten by ten.
 */
class PublicDocumentsTest {
    private static final int TOGETHER = 10;
    private static final List<Language> LANGUAGES = List.of(Language.values());

    @Test
    void leadToManifestsThatAreReadOrToAReason() throws IOException, ApiProblem {
        int offered = 0;
        int leftOut = 0;
        for (Path file : documents()) {
            ApiDocument document;
            try {
                document = ApiDocument.read(Files.readAllBytes(file));
            } catch (ApiProblem e) {
                assertThat(e).as(file.toString()).hasMessageMatching("it (has no|is) .*");
                continue;
            }
            List<String> names = ApiCatalog.entries(document).stream()
                    .map(ApiCatalog.Entry::name)
                    .toList();
            for (int from = 0; from < names.size(); from += TOGETHER) {
                List<String> some = names.subList(from, Math.min(from + TOGETHER, names.size()));
                try {
                    ApiProject project =
                            ApiProject.of(document, wish(some, LANGUAGES.get(from / TOGETHER % LANGUAGES.size())));
                    assertThat(project.operations().size() + project.leftOut().size())
                            .as(file + " " + some)
                            .isEqualTo(some.size());
                    offered += project.operations().size();
                    leftOut += project.leftOut().size();
                } catch (ApiProblem e) {
                    assertThat(e)
                            .as(file + " " + some)
                            .hasMessageStartingWith("none of its operations can be offered: ");
                    leftOut += some.size();
                }
            }
        }
        System.out.println("operations offered: " + offered + ", left out with a reason: " + leftOut);
        assertThat(offered).isGreaterThan(leftOut);
    }

    private static ApiProject.Wish wish(List<String> operations, Language language) {
        return new ApiProject.Wish("public", language, operations, Optional.of("https://api.example.com/v1"));
    }

    private static List<Path> documents() throws IOException {
        String folder = System.getProperty("airlock.openapi");
        if (folder == null) {
            return List.of(RecordedRun.ROOT.resolve("testdata/openapi/trains.yaml"));
        }
        try (Stream<Path> files = Files.list(Path.of(folder))) {
            return files.sorted().toList();
        }
    }
}
