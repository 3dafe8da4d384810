package dev.airlock.benchmarks.peers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A completed measurement.
 *
 * @param machine the machine
 * @param effort the extent of the measurement
 * @param subjects the connectors
 * @param peers all peers that were selected
 * @param absent the reasons why peers could not be measured at all, by their names
 * @param results the results
 */
record Measurement(
        Machine machine,
        Effort effort,
        List<Subject> subjects,
        List<Peer> peers,
        Map<String, String> absent,
        Results results) {
    /** Returns the peers that could be measured. */
    List<Peer> present() {
        return peers.stream().filter(peer -> !absent.containsKey(peer.name())).toList();
    }

    /** Returns the summary of one metric, if there is one. */
    Optional<Summary> summary(Subject subject, Peer peer, Metric metric) {
        return results.summary(subject.name(), peer.name(), metric);
    }

    /** Returns the reason why there is no summary. A peer that makes one call and ends, or only answers calls, has no other metrics. */
    Optional<String> reason(Subject subject, Peer peer, Metric metric) {
        return Optional.ofNullable(absent.get(peer.name()))
                .or(() -> results.reason(subject.name(), peer.name(), metric));
    }

    /** Returns the metrics of a connector that at least one peer has. */
    List<Metric> metrics(Subject subject) {
        return Stream.of(Metric.values())
                .filter(metric -> peers.stream().anyMatch(peer -> peer.gives(subject, metric)))
                .toList();
    }
}
