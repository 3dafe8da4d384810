package dev.airlock.formats.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final List<String> KNOWN = List.of("name", "version", "publisher", "hosts", "wall_time", "log");

    @ParameterizedTest
    @CsvSource({
        "nmae, name",
        "Name, name",
        "verson, version",
        "vresion, version",
        "host, hosts",
        "wall, wall_time",
        "walltime, wall_time",
        "log_lines, log",
        "publishers, publisher",
    })
    void findsWhatWasMeant(String word, String meant) {
        assertThat(Nearest.to(word, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"licence", "x", "nm", "''", "timeout"})
    void findsNothingWhereNothingIsNear(String word) {
        assertThat(Nearest.to(word, KNOWN)).isEmpty();
    }

    @Test
    void doesNotSearchForAWordWithoutEnd() {
        assertThat(Nearest.to("name" + "e".repeat(1_000_000), KNOWN)).isEmpty();
    }
}
