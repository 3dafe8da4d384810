package dev.airlock.manifests.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitsPageTest {
    @Test
    void publishesTheTableThatTheCodeHas() throws IOException {
        Path page = Path.of(System.getProperty("airlock.root"), "src", "abi", "limits.md");
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(0, line.lastIndexOf('|', line.length() - 2))
                        .strip())
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(LimitRule.values())
                        .map(LimitsPageTest::row)
                        .toList());
    }

    private static String row(LimitRule rule) {
        String standard =
                rule == LimitRule.FUEL ? "1000000000 for each second of `wall_time`" : rule.text(rule.standard());
        String aspect = rule.limit().aspect();
        return "| `" + rule.limit().wireName() + "`" + (aspect.isEmpty() ? "" : " (" + aspect + ")") + " | " + standard
                + " | " + rule.text(rule.minimum()) + " | " + rule.text(rule.ceiling());
    }
}
