package dev.airlock.benchmarks.peers.round;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import dev.airlock.benchmarks.peers.subject.Toolchain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses shell scripts as peers. */
class RoundsTest {
    private static final Effort EFFORT = new Effort(2, 1, 3, 1, 2, 1, 1, 1, 1, 1, 1);
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

    private MeasuredConnector subject(MeasuredConnector.Style style) {
        return new MeasuredConnector("connector", folder, style);
    }

    private void run(MeasuredConnector subject, Peer... peers) throws Exception {
        new Rounds(EFFORT, folder, results, line -> {}).run(List.of(subject), List.of(peers));
    }

    private static Peer serving(String name, String script) {
        return new Peer(
                name,
                "",
                Toolchain.NONE,
                Optional.of(subject -> List.of("sh", "-c", script)),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                false);
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
        run(
                subject(MeasuredConnector.Style.COMMAND),
                serving("one", answering("{\"wall_ms\":2,\"nanos\":[3000,1000,2000]}")));

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
                subject(MeasuredConnector.Style.COMMAND),
                serving("bad", ends),
                serving("good", answering("{\"wall_ms\":1,\"nanos\":[1]}")));

        assertThat(results.failures()).singleElement().asString().contains("bad on connector", "ended with 3");
        assertThat(summary("good", Metric.P50_1))
                .hasValueSatisfying(all -> assertThat(all.values()).hasSize(2));
    }

    @Test
    void doesNotTakeAnotherAnswerForTheConnectors() throws Exception {
        run(subject(MeasuredConnector.Style.COMMAND), serving("wrong", "echo '{\"answer\":\"hello\"}'; cat >&2"));

        assertThat(results.failures()).singleElement().asString().contains("hello");
    }

    @Test
    void saysWhichPeersKnowCommandsOnly() throws Exception {
        run(subject(MeasuredConnector.Style.REACTOR), serving("one", "exit 1"));

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
                Optional.empty(),
                List.of(),
                false);

        run(subject(MeasuredConnector.Style.COMMAND), peer);

        assertThat(Files.readAllLines(folder.resolve("seen"))).containsExactly("empty", "kept", "empty", "kept");
        assertThat(summary("one", Metric.COLD_START)).isPresent();
        assertThat(summary("one", Metric.WARM_START)).isPresent();
    }

    private static Peer beginning(String script, boolean untilPeak) {
        return new Peer(
                "one",
                "",
                Toolchain.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Peer.Beginning((subject, cache) -> List.of("sh", "-c", script), untilPeak)),
                List.of(),
                false);
    }

    /** Returns a peer whose n-th call takes n milliseconds. */
    private static String hundred(int calls) {
        String nanos =
                IntStream.rangeClosed(1, calls).mapToObj(n -> n + "000000").collect(Collectors.joining(","));
        return "echo '{\"version\":\"v1\",\"load_ms\":40,\"processor_ms\":70,\"answer\":\"no_such_operation\",\"nanos\":["
                + nanos + "]}'; ";
    }

    @Test
    void timesTheFirstHundredCallsOfANewProcess() throws Exception {
        run(subject(MeasuredConnector.Style.COMMAND), beginning(hundred(100), false));

        assertThat(results.failures()).isEmpty();
        assertThat(summary("one", Metric.BEGIN_LOAD)).contains(new Summary(List.of(40.0, 40.0)));
        assertThat(summary("one", Metric.BEGIN_FIRST)).contains(new Summary(List.of(1.0, 1.0)));
        assertThat(summary("one", Metric.BEGIN_EARLY)).contains(new Summary(List.of(15.0, 15.0)));
        assertThat(summary("one", Metric.BEGIN_TOGETHER)).contains(new Summary(List.of(5_090.0, 5_090.0)));
        assertThat(summary("one", Metric.BEGIN_PROCESSOR)).contains(new Summary(List.of(70.0, 70.0)));
        assertThat(summary("one", Metric.PEAK_PROCESSOR)).isEmpty();
    }

    @Test
    void countsProcessorTimeUntilCallsGetNoFasterAndThenWithoutCalls() throws Exception {
        String script = hundred(100) + "p=100; t=9000; while read -r what rest; do case $what in"
                + " calls) echo '{\"wall_ms\":1,\"nanos\":['$t']}'; [ $t = 7000 ] || t=$((t - 1000));;"
                + " processor) p=$((p + 10)); echo '{\"processor_ms\":'$p'}';; esac; done";
        Peer peer = beginning(script, true);

        new Rounds(new Effort(1, 1, 9, 1, 1, 1, 1, 1, 1, 1, 1), folder, results, line -> {})
                .run(List.of(subject(MeasuredConnector.Style.COMMAND)), List.of(peer));

        assertThat(results.failures()).isEmpty();
        assertThat(summary("one", Metric.PEAK_PROCESSOR))
                .as("after three steps")
                .contains(new Summary(List.of(130.0)));
        assertThat(summary("one", Metric.REST_PROCESSOR)).as("10 ms in one").contains(new Summary(List.of(100_000.0)));
    }

    @Test
    void doesNotTakeFewerCallsForAHundred() throws Exception {
        run(subject(MeasuredConnector.Style.COMMAND), beginning(hundred(99), false));

        assertThat(results.failures()).singleElement().asString().contains("99 calls");
    }

    private static Peer doing(Peer.Extra... extras) {
        return new Peer(
                "one",
                "",
                Toolchain.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(extras),
                false);
    }

    private static Peer.OneCall shell(String script) {
        return (subject, cache) -> List.of("sh", "-c", script);
    }

    @Test
    void takesFiguresThatAProcessSaysAndTimesOthers() throws Exception {
        run(
                subject(MeasuredConnector.Style.COMMAND),
                doing(
                        new Peer.Extra(
                                Metric.AUDITED,
                                any -> true,
                                shell("echo '{\"value\":7,\"how\":\"so\"}'"),
                                Optional.empty()),
                        new Peer.Extra(Metric.EXPLAIN, any -> true, shell("echo it means"), Optional.of("means")),
                        new Peer.Extra(Metric.CHECK, any -> false, shell("exit 3"), Optional.of("OK"))));

        assertThat(results.failures()).isEmpty();
        assertThat(summary("one", Metric.AUDITED)).contains(new Summary(List.of(7.0, 7.0)));
        assertThat(results.notes("connector", "one", Metric.AUDITED)).containsExactly("so");
        assertThat(summary("one", Metric.EXPLAIN)).isPresent();
        assertThat(summary("one", Metric.CHECK)).isEmpty();
    }

    @Test
    void doesNotTakeAFailureForAFigure() throws Exception {
        run(
                subject(MeasuredConnector.Style.COMMAND),
                doing(new Peer.Extra(Metric.AUDITED, any -> true, shell("echo '{\"failed\":3}'"), Optional.empty())));

        assertThat(results.failures()).singleElement().asString().contains("audited calls per second", "\"failed\":3");
    }
}
