package dev.airlock.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Peers here are shell scripts that answer as peers do. */
class RoundsTest {
    private static final Effort EFFORT = new Effort(2, 1, 3, 1, 2, 1, 1, 1, 1);
    private static final String GREETING =
            "{\"version\":\"v1\",\"compile_ms\":7,\"first_call_ms\":2,\"answer\":\"no_such_operation\","
                    + "\"notes\":{\"parse_ms\":\"one step\"}}";

    @TempDir
    private Path folder = Path.of("");

    private final Results results = new Results();

    @BeforeEach
    void makeAConnector() throws Exception {
        Files.write(folder.resolve("connector.wasm"), new byte[10]);
    }

    private Subject subject(Subject.Style style) {
        return new Subject("connector", folder, style);
    }

    private void run(Subject subject, Peer... peers) throws Exception {
        new Rounds(EFFORT, folder, results, line -> {}).run(List.of(subject), List.of(peers));
    }

    private static Peer serving(String name, String script) {
        return new Peer(
                name, "", Toolchain.NONE, Optional.of(subject -> List.of("sh", "-c", script)), Optional.empty(), false);
    }

    private static String answering(String calls) {
        return "echo '" + GREETING + "'; while read -r what rest; do case $what in calls) echo '" + calls + "';;"
                + " allocation) echo '{\"not_measured\":\"nobody counts\"}';;"
                + " *) echo '{\"bytes\":5,\"how\":\"guessed\"}';; esac; done";
    }

    private Optional<Summary> summary(String peer, Metric metric) {
        return results.summary("connector", peer, metric);
    }

    @Test
    void takesTheTurnsOfARoundTogether() throws Exception {
        run(subject(Subject.Style.COMMAND), serving("one", answering("{\"wall_ms\":2,\"nanos\":[3000,1000,2000]}")));

        assertThat(summary("one", Metric.P50_1)).contains(new Summary(List.of(2.0, 2.0)));
        assertThat(summary("one", Metric.P99_2)).contains(new Summary(List.of(3.0, 3.0)));
        assertThat(summary("one", Metric.RATE_1)).contains(new Summary(List.of(1_500.0, 1_500.0)));
        assertThat(summary("one", Metric.COMPILE)).contains(new Summary(List.of(7.0, 7.0)));
        assertThat(results.reason("connector", "one", Metric.PARSE)).contains("one step");
        assertThat(results.reason("connector", "one", Metric.ALLOCATED)).contains("nobody counts");
        assertThat(results.notes("connector", "one", Metric.IDLE)).containsExactly("guessed");
        assertThat(results.failures()).isEmpty();
    }

    @Test
    void namesAPeerThatEndsAndGoesOnWithTheOthers() throws Exception {
        String ends = "echo '" + GREETING + "'; read -r line; exit 3";

        run(
                subject(Subject.Style.COMMAND),
                serving("bad", ends),
                serving("good", answering("{\"wall_ms\":1,\"nanos\":[1]}")));

        assertThat(results.failures()).singleElement().asString().contains("bad on connector", "ended with 3");
        assertThat(summary("good", Metric.P50_1))
                .hasValueSatisfying(all -> assertThat(all.values()).hasSize(2));
    }

    @Test
    void doesNotTakeAnotherAnswerForTheConnectors() throws Exception {
        run(subject(Subject.Style.COMMAND), serving("wrong", "echo '{\"answer\":\"hello\"}'; cat >&2"));

        assertThat(results.failures()).singleElement().asString().contains("hello");
    }

    @Test
    void saysWhichPeersKnowCommandsOnly() throws Exception {
        run(subject(Subject.Style.REACTOR), serving("one", "exit 1"));

        assertThat(results.reason("connector", "one", Metric.P50_1)).contains("it knows commands only");
        assertThat(results.failures()).isEmpty();
    }

    @Test
    void timesProcessesWithAnEmptyAndAFullCache() throws Exception {
        Peer.OneCall call = (subject, cache) -> List.of(
                "sh",
                "-c",
                "if [ -e " + cache + "/kept ]; then echo kept >>" + folder + "/seen; else echo empty >>" + folder
                        + "/seen; fi; echo an answer");
        Peer.OneCall fill = (subject, cache) -> List.of("sh", "-c", "touch " + cache + "/kept; echo an answer");
        Peer peer = new Peer(
                "one",
                "",
                Toolchain.NONE,
                Optional.empty(),
                Optional.of(new Peer.Starting(call, fill, "an answer", Optional.empty())),
                false);

        run(subject(Subject.Style.COMMAND), peer);

        assertThat(Files.readAllLines(folder.resolve("seen"))).containsExactly("empty", "kept", "empty", "kept");
        assertThat(summary("one", Metric.COLD_START)).isPresent();
        assertThat(summary("one", Metric.WARM_START)).isPresent();
    }
}
