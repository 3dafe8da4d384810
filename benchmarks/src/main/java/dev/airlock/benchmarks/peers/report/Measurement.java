package dev.airlock.benchmarks.peers.report;

import dev.airlock.benchmarks.peers.round.Results;
import dev.airlock.benchmarks.peers.round.Summary;
import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
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
public record Measurement(
        Machine machine,
        Effort effort,
        List<MeasuredConnector> subjects,
        List<Peer> peers,
        Map<String, String> absent,
        Results results) {
    /** Returns the peers that could be measured. */
    public List<Peer> present() {
        return peers.stream().filter(peer -> !absent.containsKey(peer.name())).toList();
    }

    /** Returns the summary of one metric, if there is one. */
    Optional<Summary> summary(MeasuredConnector subject, Peer peer, Metric metric) {
        return results.summary(subject.name(), peer.name(), metric);
    }

    /** Returns the reason why there is no summary. A peer that makes one call and ends, or only answers calls, has no other metrics. */
    Optional<String> reason(MeasuredConnector subject, Peer peer, Metric metric) {
        return Optional.ofNullable(absent.get(peer.name()))
                .or(() -> results.reason(subject.name(), peer.name(), metric));
    }

    /** Returns the metrics of a connector that at least one peer has. */
    public List<Metric> metrics(MeasuredConnector subject) {
        return Stream.of(Metric.values())
                .filter(metric -> peers.stream().anyMatch(peer -> peer.gives(subject, metric)))
                .toList();
    }
}
