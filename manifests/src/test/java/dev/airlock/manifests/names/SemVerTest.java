package dev.airlock.manifests.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.formats.text.Parsed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lists are those that semver.org links to from its suggested regular expression. */
class SemVerTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.4",
                "1.2.3",
                "10.20.30",
                "1.1.2-prerelease+meta",
                "1.1.2+meta",
                "1.1.2+meta-valid",
                "1.0.0-alpha",
                "1.0.0-beta",
                "1.0.0-alpha.beta",
                "1.0.0-alpha.beta.1",
                "1.0.0-alpha.1",
                "1.0.0-alpha0.valid",
                "1.0.0-alpha.0valid",
                "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay",
                "1.0.0-rc.1+build.1",
                "2.0.0-rc.1+build.123",
                "1.2.3-beta",
                "10.2.3-DEV-SNAPSHOT",
                "1.2.3-SNAPSHOT-123",
                "1.0.0",
                "2.0.0",
                "1.1.7",
                "2.0.0+build.1848",
                "2.0.1-alpha.1227",
                "1.0.0-alpha+beta",
                "1.2.3----RC-SNAPSHOT.12.9.1--.12+788",
                "1.2.3----R-S.12.9.1--.12+meta",
                "1.2.3----RC-SNAPSHOT.12.9.1--.12",
                "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
                "99999999999999999999999.999999999999999999.99999999999999999",
                "1.0.0-0A.is.legal",
            })
    void takesEveryValidVersion(String text) {
        assertThat(SemVer.parse(text).orThrow()).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "1.2",
                "1.2.3-0123",
                "1.2.3-0123.0123",
                "1.1.2+.123",
                "+invalid",
                "-invalid",
                "-invalid+invalid",
                "-invalid.01",
                "alpha",
                "alpha.beta",
                "alpha.beta.1",
                "alpha.1",
                "alpha+beta",
                "alpha_beta",
                "alpha.",
                "alpha..",
                "beta",
                "1.0.0-alpha_beta",
                "-alpha.",
                "1.0.0-alpha..",
                "1.0.0-alpha..1",
                "1.0.0-alpha...1",
                "1.0.0-alpha....1",
                "1.0.0-alpha.....1",
                "1.0.0-alpha......1",
                "1.0.0-alpha.......1",
                "01.1.1",
                "1.01.1",
                "1.1.01",
                "1.2.3.DEV",
                "1.2-SNAPSHOT",
                "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788",
                "1.2-RC-SNAPSHOT",
                "-1.0.3-gamma+b7718",
                "+justmeta",
                "9.8.7+meta+meta",
                "9.8.7-whatever+meta+meta",
                "99999999999999999999999.999999999999999999.99999999999999999----RC-SNAPSHOT.12.09.1--------------------------------..12",
                "",
                "v1.2.3",
                "=1.2.3",
                " 1.2.3",
                "1.2.3 ",
                "1.2.3\n",
                "^1.2.3",
                "~1.2.3",
                "1.2.x",
                "latest",
                "1.2.3-",
                "1.2.3+",
                "1.2.3-é",
                "١.2.3",
            })
    void refusesEveryInvalidVersion(String text) {
        assertThat(SemVer.parse(text)).isInstanceOf(Parsed.Wrong.class);
        assertThatThrownBy(() -> new SemVer(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ordersAsTheSpecificationSays() {
        List<SemVer> ascending = List.of(
                        "0.9.9",
                        "1.0.0-0",
                        "1.0.0-2",
                        "1.0.0-11",
                        "1.0.0-alpha",
                        "1.0.0-alpha.1",
                        "1.0.0-alpha.beta",
                        "1.0.0-beta",
                        "1.0.0-beta.2",
                        "1.0.0-beta.11",
                        "1.0.0-rc.1",
                        "1.0.0",
                        "1.0.0+a",
                        "1.0.0+b",
                        "2.0.0",
                        "2.1.0",
                        "2.1.1",
                        "10.0.0",
                        "99999999999999999999.0.0")
                .stream()
                .map(SemVer::new)
                .toList();
        List<SemVer> shuffled = new ArrayList<>(ascending);
        Collections.shuffle(shuffled, new Random(7));
        Collections.sort(shuffled);
        assertThat(shuffled).isEqualTo(ascending);
    }

    @Test
    void suggestsTheVersionWithoutItsDecoration() {
        assertThat(SemVer.parse("v1.2.3"))
                .isInstanceOfSatisfying(
                        Parsed.Wrong.class,
                        wrong -> assertThat(wrong.message())
                                .isEqualTo("version \"v1.2.3\" is not strict SemVer; write \"1.2.3\""));
    }

    @Test
    void refusesAVersionWithoutEnd() {
        assertThat(SemVer.parse("1.0.0-" + "a.".repeat(500_000) + "a")).isInstanceOf(Parsed.Wrong.class);
    }
}
