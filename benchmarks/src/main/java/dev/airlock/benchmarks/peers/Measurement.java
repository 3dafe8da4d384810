package dev.airlock.benchmarks.peers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A run of the report, measured.
 *
 * @param machine where it was
 * @param effort how much was measured
 * @param subjects the connectors
 * @param peers everything that was to be measured
 * @param absent why a peer could not be measured at all, by its name
 * @param results what came out
 */
record Measurement(
        Machine machine,
        Effort effort,
        List<Subject> subjects,
        List<Peer> peers,
        Map<String, String> absent,
        Results results) {
    /** The peers that were there. */
    List<Peer> present() {
        return peers.stream().filter(peer -> !absent.containsKey(peer.name())).toList();
    }

    /** The summary of one metric, if there is one. */
    Optional<Summary> summary(Subject subject, Peer peer, Metric metric) {
        return results.summary(subject.name(), peer.name(), metric);
    }

    /** Why there is none. A peer that makes one call and ends, or only answers calls, has no other metrics at all. */
    Optional<String> reason(Subject subject, Peer peer, Metric metric) {
        return Optional.ofNullable(absent.get(peer.name()))
                .or(() -> results.reason(subject.name(), peer.name(), metric));
    }

    /** What some peer gives of a connector. */
    List<Metric> metrics(Subject subject) {
        return Stream.of(Metric.values())
                .filter(metric -> peers.stream().anyMatch(peer -> peer.gives(subject, metric)))
                .toList();
    }
}
