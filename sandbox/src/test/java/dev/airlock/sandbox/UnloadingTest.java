package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A connector that nobody uses any more takes its classes and its memory with it. */
final class UnloadingTest {
    private static final int ROUNDS = Boolean.getBoolean("airlock.full") ? 1_000 : 80;

    @Test
    void loadingAndClosingAgainAndAgainLeavesMetaspaceAndHeapAsTheyWere() {
        List<String> flags = List.of("-Xmx512m", "-XX:MaxMetaspaceSize=96m", "-XX:+UseSerialGC");

        List<String> lines =
                ChildJvm.run(ChildJvm.home(), flags, LoadAndClose.class.getName(), ROUNDS, "chat-post-rust");

        assertThat(lines.get(lines.size() - 1)).isEqualTo(ROUNDS + " rounds");
        assertThat(growth(lines, "metaspace")).isLessThan(4L << 20);
        assertThat(growth(lines, "heap")).isLessThan(4L << 20);
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
