package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A guest that goes to the edge of the stack and calls the host there does not damage the host. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
final class StackEdgeTest {
    @ParameterizedTest
    @CsvSource({
        "log, COMPILED, -XX:+TieredCompilation",
        "fd_write, COMPILED, -XX:TieredStopAtLevel=1",
        "http_request, COMPILED, -XX:+TieredCompilation",
        "http_request, INTERPRETED, -XX:TieredStopAtLevel=1"
    })
    void theHostWorksAtTheEdgeAndAfterwards(String function, String tier, String flag) {
        for (Path home : homes()) {
            List<String> lines =
                    ChildJvm.run(home, List.of("-Xmx512m", flag), StackEdge.class.getName(), function, tier);

            assertThat(lines)
                    .allSatisfy(line -> assertThat(line)
                            .matches("\\d+ (succeeded|resource_limit_exceeded stack), then succeeded, faults \\[]"));
            assertThat(lines.get(0)).contains("resource_limit_exceeded");
            assertThat(lines.get(lines.size() - 1)).contains(" succeeded, ");
        }
    }

    private static List<Path> homes() {
        List<Path> homes = new ArrayList<>(List.of(ChildJvm.home()));
        if (Boolean.getBoolean("airlock.full")) {
            homes.add(ChildJvm.otherHome());
        }
        return homes;
    }
}
