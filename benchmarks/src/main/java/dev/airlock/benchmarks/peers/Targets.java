package dev.airlock.benchmarks.peers;

import static dev.airlock.benchmarks.peers.Target.atMost;
import static dev.airlock.benchmarks.peers.Target.ratio;

import java.util.List;

/** What Airlock should reach, on the same machine and in the same run as its peers. */
final class Targets {
    private static final List<String> V8 = List.of(Peers.NODE, Peers.NODE_MEMORY);
    private static final List<String> WAZERO = List.of(Peers.WAZERO);

    private Targets() {}

    static List<Target> all() {
        String small = Subjects.SMALL;
        String go = Subjects.GO;
        return List.of(
                atMost(100, small, Peers.AIRLOCK, Metric.P50_1, "small connector, warm, metered: p50 of a call"),
                ratio(1.0, small, Metric.P50_1, WAZERO, "the same against wazero"),
                ratio(
                        1.0,
                        go,
                        Metric.P50_1,
                        V8,
                        "Go connector, warm: p50 of a call against V8 in Node, the faster way"),
                ratio(1.5, go, Metric.P50_1, WAZERO, "the same against wazero"),
                ratio(
                        0.3,
                        Subjects.GO_REACTOR,
                        go,
                        Metric.P50_1,
                        WAZERO,
                        "Go connector as a reactor, warm: p50 of a call against wazero's of the command"),
                atMost(
                        3_000,
                        go,
                        Peers.LAUNCHER,
                        Metric.COLD_START,
                        "Go connector, first answer of the launcher, empty cache"),
                atMost(4_000, go, Peers.AIRLOCK, Metric.COLD_START, "the same embedded in a JVM with default flags"),
                atMost(
                        700,
                        go,
                        Peers.LAUNCHER,
                        Metric.WARM_START,
                        "Go connector, first answer of the launcher, full cache"),
                atMost(700, go, Peers.AIRLOCK, Metric.WARM_START, "the same embedded in a JVM with default flags"),
                atMost(
                        500,
                        small,
                        Peers.LAUNCHER,
                        Metric.WARM_START,
                        "small connector, first answer of the launcher, full cache"),
                atMost(300_000, small, Peers.AIRLOCK, Metric.ALLOCATED, "small connector: allocated per call"));
    }
}
