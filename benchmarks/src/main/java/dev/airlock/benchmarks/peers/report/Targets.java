package dev.airlock.benchmarks.peers.report;

import static dev.airlock.benchmarks.peers.report.PerformanceTarget.atLeast;
import static dev.airlock.benchmarks.peers.report.PerformanceTarget.atMost;
import static dev.airlock.benchmarks.peers.report.PerformanceTarget.reported;

import dev.airlock.benchmarks.peers.subject.MeasuredConnectors;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peers;
import java.util.List;
import java.util.stream.Stream;

/** The targets for Airlock, on the same machine and in the same run as its peers. */
final class Targets {
    private static final String SMALL = MeasuredConnectors.SMALL;
    private static final String GO = MeasuredConnectors.GO;
    private static final String REACTOR = MeasuredConnectors.GO_REACTOR;
    private static final List<String> V8 = List.of(Peers.NODE, Peers.NODE_MEMORY);

    private Targets() {}

    static List<PerformanceTarget> all() {
        return Stream.of(firstHundred(), firstAnswers(), warm(), others())
                .flatMap(List::stream)
                .toList();
    }

    private static List<PerformanceTarget> firstHundred() {
        Figure wazero = Figure.median(GO, Peers.WAZERO, Metric.BEGIN_TOGETHER);
        return List.of(
                atMost(
                                4,
                                own(GO, Metric.BEGIN_TOGETHER).per(wazero),
                                "Go connector, full cache: load and first 100 calls against wazero's")
                        .stretchedTo(2.5),
                atMost(3_200, own(GO, Metric.BEGIN_PROCESSOR), "the same: processor time")
                        .stretchedTo(2_500),
                atMost(22_000, own(GO, Metric.PEAK_PROCESSOR), "the same: processor time until calls get no faster")
                        .stretchedTo(15_000),
                atMost(16, own(GO, Metric.BEGIN_EARLY), "the same: calls 10 to 20, p50")
                        .stretchedTo(10),
                atMost(
                                3,
                                own(REACTOR, Metric.BEGIN_TOGETHER).per(wazero),
                                "Go connector as a reactor, full cache: load and first 100 calls against wazero's of the command")
                        .stretchedTo(1.2),
                atMost(450, own(SMALL, Metric.BEGIN_TOGETHER), "small connector, full cache: load and first 100 calls")
                        .stretchedTo(250));
    }

    private static List<PerformanceTarget> firstAnswers() {
        return List.of(
                atMost(600, own(GO, Metric.WARM_START), "Go connector, first answer embedded, full cache")
                        .stretchedTo(450),
                atMost(500, launcher(GO, Metric.WARM_START), "the same of the launcher")
                        .stretchedTo(350),
                atMost(350, own(SMALL, Metric.WARM_START), "small connector, first answer embedded, full cache")
                        .stretchedTo(250),
                atMost(300, launcher(SMALL, Metric.WARM_START), "the same of the launcher")
                        .stretchedTo(200),
                atMost(3_500, own(GO, Metric.COLD_START), "Go connector, first answer embedded, empty cache"),
                atMost(2_500, launcher(GO, Metric.COLD_START), "the same of the launcher"));
    }

    private static List<PerformanceTarget> warm() {
        Figure small = own(SMALL, Metric.P50_1);
        Figure two = own(SMALL, Metric.RATE_2);
        return List.of(
                atMost(
                                0.7,
                                own(GO, Metric.P50_1).per(Figure.fastest(GO, V8, Metric.P50_1)),
                                "Go connector, warm: p50 of a call against V8 in Node, the faster way")
                        .stretchedTo(0.5),
                atMost(700, own(REACTOR, Metric.P50_1), "Go connector as a reactor, warm: p50 of a call")
                        .stretchedTo(500),
                atMost(
                                1.5,
                                small.per(Figure.median(SMALL, Peers.WASMTIME, Metric.P50_1)),
                                "small connector, warm: p50 of a call against wasmtime's")
                        .stretchedTo(1),
                atMost(3, own(SMALL, Metric.P99_1).per(small), "the same: p99 against its own p50"),
                atLeast(1.8, two.per(own(SMALL, Metric.RATE_1)), "the same: calls of two threads against those of one"),
                reported(
                        two.per(Figure.median(SMALL, Peers.WASMTIME, Metric.RATE_2)),
                        "the same: calls of two threads against wasmtime's of two"));
    }

    private static List<PerformanceTarget> others() {
        return List.of(
                atMost(
                        500,
                        own(SMALL, Metric.COMPILED_1),
                        "small connector, empty cache: calls run compiled so long after the load, one thread calls"),
                atMost(500, own(SMALL, Metric.COMPILED_2), "the same, two threads call"),
                atLeast(5_000, own(SMALL, Metric.AUDITED), "audited calls a second, SQLite, 32 callers"),
                reported(own(SMALL, Metric.AUDITED_POST), "the same with one POST each"),
                atMost(250, launcher(SMALL, Metric.EXPLAIN), "`airlock explain`"),
                atMost(250, launcher(SMALL, Metric.STORE_LIST), "`airlock store list`"),
                atMost(250, launcher(SMALL, Metric.AUDIT_LIST), "`airlock audit list`"),
                atMost(500, launcher(GO, Metric.CHECK), "`airlock check` of the Go connector"),
                atMost(
                        20,
                        own(SMALL, Metric.REST_PROCESSOR),
                        "small connector: processor time after calls, in 10 s; what a JVM takes for itself"));
    }

    private static Figure own(String subject, Metric metric) {
        return Figure.median(subject, Peers.AIRLOCK, metric);
    }

    private static Figure launcher(String subject, Metric metric) {
        return Figure.median(subject, Peers.LAUNCHER, metric);
    }
}
