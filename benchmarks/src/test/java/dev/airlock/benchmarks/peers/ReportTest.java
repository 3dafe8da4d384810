package dev.airlock.benchmarks.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.airlock.benchmarks.peers.report.BarChart;
import dev.airlock.benchmarks.peers.report.Machine;
import dev.airlock.benchmarks.peers.report.MarkdownReport;
import dev.airlock.benchmarks.peers.report.Measurement;
import dev.airlock.benchmarks.peers.report.PeerJsonReport;
import dev.airlock.benchmarks.peers.round.Results;
import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.MeasuredConnectors;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import dev.airlock.benchmarks.peers.subject.Peers;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class ReportTest {
    private static final Machine MACHINE =
            new Machine("2027-01-02T03:04:05Z", "0123456789ab", "Model <1>", 2, "Linux 6 amd64", "JVM 17, Maker", 0.25);

    @TempDir
    private Path folder = Path.of("");

    private final Results results = new Results();
    private final List<Peer> peers = new Peers(Effort.QUICK, Path.of("call.json"), Path.of("binaries")).all();
    private MeasuredConnector small = MeasuredConnectors.standard().get(0);

    @BeforeEach
    void makeAConnector() throws Exception {
        Files.write(folder.resolve("connector.wasm"), new byte[1_234]);
        small = new MeasuredConnector(MeasuredConnectors.SMALL, folder, MeasuredConnector.Style.COMMAND);
    }

    private Measurement measurement(Map<String, String> absent) {
        return new Measurement(MACHINE, Effort.QUICK, List.of(small), peers, absent, results);
    }

    private Peer peer(String name) {
        return peers.stream()
                .filter(peer -> peer.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void add(String peer, Metric metric, double... values) {
        for (double value : values) {
            results.add(small, peer(peer), metric, value);
        }
    }

    @Test
    void namesARuntimeWhoseToolchainIsMissing() {
        String report = MarkdownReport.of(measurement(Map.of(Peers.WAZERO, "go is missing")));

        assertThat(report).contains("| wazero | not measured: go is missing |");
        assertThat(report.lines().filter(line -> line.startsWith("| call, 1 thread")))
                .allSatisfy(line -> assertThat(line).doesNotContain("wazero"));
    }

    @Test
    void saysWhyAFigureIsMissing() {
        results.notMeasured(small, peer(Peers.NODE), Metric.ALLOCATED, "V8 does not count");

        assertThat(MarkdownReport.of(measurement(Map.of())))
                .contains("- allocated per call, node: not measured: V8 does not count.");
    }

    @Test
    void saysByHowMuchATargetIsMetOrMissed() {
        add(Peers.AIRLOCK, Metric.BEGIN_TOGETHER, 540, 600, 500);
        add(Peers.AIRLOCK, Metric.P50_1, 50);
        add(Peers.WASMTIME, Metric.P50_1, 40, 60, 50);
        add(Peers.AIRLOCK, Metric.AUDITED, 4_000);

        assertThat(MarkdownReport.of(measurement(Map.of())))
                .contains("| small connector, full cache: load and first 100 calls | at most 450 ms | 250 ms | 540 ms |"
                        + " **missed by 20 %** |")
                .contains(
                        "| small connector, warm: p50 of a call against wasmtime's | at most 1.50x | 1.00x | 1.00x | met, 33 % below |")
                .contains(
                        "| audited calls a second, SQLite, 32 callers | at least 5,000 /s |  | 4,000 /s | **missed by 20 %** |")
                .contains("| the same with one POST each | reported |  |  |  |")
                .contains("| `airlock explain` | at most 250 ms |  |  | not measured |");
    }

    @Test
    void comparesWithTheFasterWayOfUsingV8() {
        MeasuredConnector go = new MeasuredConnector(MeasuredConnectors.GO, folder, MeasuredConnector.Style.COMMAND);
        results.add(go, peer(Peers.AIRLOCK), Metric.P50_1, 6_000);
        results.add(go, peer(Peers.NODE), Metric.P50_1, 9_000);
        results.add(go, peer(Peers.NODE_MEMORY), Metric.P50_1, 5_000);

        assertThat(MarkdownReport.of(measurement(Map.of())))
                .contains("| at most 0.70x | 0.50x | 1.20x | **missed by 71 %** |");
    }

    @Test
    void comparesAReactorWithTheCommandThatOthersRun() {
        MeasuredConnector go = new MeasuredConnector(MeasuredConnectors.GO, folder, MeasuredConnector.Style.COMMAND);
        MeasuredConnector reactor =
                new MeasuredConnector(MeasuredConnectors.GO_REACTOR, folder, MeasuredConnector.Style.REACTOR);
        results.add(reactor, peer(Peers.AIRLOCK), Metric.BEGIN_TOGETHER, 1_000);
        results.add(go, peer(Peers.WAZERO), Metric.BEGIN_TOGETHER, 500);

        assertThat(MarkdownReport.of(measurement(Map.of())))
                .contains("| at most 3.00x | 1.20x | 2.00x | met, 33 % below |");
    }

    @Test
    void leavesOutWhatNobodyGivesOfAConnector() {
        MeasuredConnector go = new MeasuredConnector(MeasuredConnectors.GO, folder, MeasuredConnector.Style.COMMAND);

        assertThat(measurement(Map.of()).metrics(go)).contains(Metric.CHECK).doesNotContain(Metric.AUDITED);
        assertThat(measurement(Map.of()).metrics(small)).contains(Metric.AUDITED, Metric.COMPILED_2);
    }

    @Test
    void keepsEveryRoundsValueInJson() throws Exception {
        add(Peers.AIRLOCK, Metric.P50_1, 61.5, 60.25);
        results.failed("node on chat-post-rust: it ended");

        JsonNode json =
                new ObjectMapper().readTree(PeerJsonReport.of(measurement(Map.of(Peers.WASMTIME, "cargo is missing"))));

        JsonNode result = json.at("/connectors/0/results")
                .valueStream()
                .filter(entry -> entry.path("runtime").asText().equals(Peers.AIRLOCK)
                        && entry.path("metric").asText().equals("p50_1"))
                .findFirst()
                .orElseThrow();
        assertThat(result.path("rounds").toString()).isEqualTo("[61.5,60.25]");
        assertThat(result.path("unit").asText()).isEqualTo("us");
        assertThat(json.path("failures").toString()).contains("it ended");
        assertThat(json.path("runtimes").toString()).contains("cargo is missing");
        assertThat(json.at("/connectors/0/bytes").asInt()).isEqualTo(1_234);
    }

    @Test
    void drawsBarsAsLongAsTheirValues() throws Exception {
        add(Peers.AIRLOCK, Metric.P50_1, 50);
        add(Peers.WAZERO, Metric.P50_1, 100, 200, 150);

        Document picture = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        BarChart.of(measurement(Map.of())).getBytes(StandardCharsets.UTF_8)));

        var bars = picture.getElementsByTagName("rect");
        assertThat(bars.getLength()).as("the ground and two bars").isEqualTo(3);
        double airlock = width((Element) bars.item(1));
        double wazero = width((Element) bars.item(2));
        assertThat(wazero / airlock).isBetween(2.99, 3.01);
        assertThat(picture.getDocumentElement().getTextContent()).contains("50.0 µs", "150 µs", "not measured");
    }

    private static double width(Element bar) {
        return Double.parseDouble(bar.getAttribute("width"));
    }

    @Test
    void dividesAxesByRoundSteps() {
        assertThat(BarChart.tick(400)).isEqualTo(100);
        assertThat(BarChart.tick(410)).isEqualTo(200);
        assertThat(BarChart.tick(0.9)).isEqualTo(0.5);
    }
}
