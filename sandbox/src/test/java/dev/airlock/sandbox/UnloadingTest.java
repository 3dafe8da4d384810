package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connector that is no longer used releases its classes and its memory. */
@Timeout(900)
@Execution(ExecutionMode.CONCURRENT)
final class UnloadingTest {
    private static final int ROUNDS = Boolean.getBoolean("airlock.full") ? 1_000 : 30;

    /** The second one begins its calls with a captured state, which belongs to its own load and goes with it. */
    @ParameterizedTest
    @ValueSource(strings = {"chat-post-rust", "chat-post-rust/reactor"})
    void loadingAndClosingAgainAndAgainLeavesMetaspaceAndHeapAsTheyWere(String sample) {
        List<String> flags = List.of("-Xmx512m", "-XX:MaxMetaspaceSize=96m", "-XX:+UseSerialGC", ChildJvm.compilers());

        List<String> lines = ChildJvm.run(ChildJvm.home(), flags, LoadAndClose.class.getName(), ROUNDS, sample);

        assertThat(lines.get(lines.size() - 1)).isEqualTo(ROUNDS + " rounds");
        assertThat(growth(lines, "metaspace")).isLessThan(3L << 20);
        assertThat(growth(lines, "heap")).isLessThan(3L << 20);
    }

    private static long growth(List<String> lines, String what) {
        List<Long> amounts = lines.stream()
                .filter(line -> line.startsWith(what + " "))
                .map(line -> Long.parseLong(line.substring(what.length() + 1)))
                .toList();
        assertThat(amounts).hasSize(2);
        return amounts.get(1) - amounts.get(0);
    }
}
