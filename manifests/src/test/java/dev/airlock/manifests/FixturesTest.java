package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Problem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FixturesTest {
    static Stream<Fixture> good() {
        return Fixture.good();
    }

    static Stream<Fixture> bad() {
        return Fixture.bad();
    }

    @ParameterizedTest
    @MethodSource("good")
    void readsEveryGoodManifest(Fixture fixture) {
        assertThat(ManifestReader.read(fixture.path())).isInstanceOf(ManifestResult.Read.class);
    }

    @ParameterizedTest
    @MethodSource("bad")
    void reportsEveryProblemOfABadManifestAtItsPlace(Fixture fixture) {
        assertThat(ManifestReader.read(fixture.path()))
                .isInstanceOfSatisfying(ManifestResult.Problems.class, result -> {
                    List<Problem> problems = result.problems();
                    List<Fixture.Expected> expected = fixture.expected();
                    assertThat(problems)
                            .extracting(problem -> problem.line() + ":" + problem.column())
                            .as(problems.toString())
                            .containsExactlyElementsOf(expected.stream()
                                    .map(Fixture.Expected::place)
                                    .toList());
                    for (int i = 0; i < problems.size(); i++) {
                        assertThat(problems.get(i).message())
                                .contains(expected.get(i).fragments());
                        assertThat(problems.get(i).toString())
                                .startsWith(fixture.fileName() + ":"
                                        + expected.get(i).place() + ": ");
                    }
                });
    }

    @Test
    void hasEnoughBadManifests() {
        assertThat(Fixture.bad()).hasSizeGreaterThan(100);
        assertThat(Fixture.bad())
                .allSatisfy(fixture -> assertThat(fixture.expected()).isNotEmpty());
    }
}
