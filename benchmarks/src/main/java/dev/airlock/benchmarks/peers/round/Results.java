package dev.airlock.benchmarks.peers.round;

import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The results of the rounds, and the reasons for missing ones. Not thread-safe. */
public final class Results {
    private record Cell(String subject, String peer, Metric metric) {}

    private final Map<Cell, List<Double>> values = new LinkedHashMap<>();
    private final Map<Cell, String> reasons = new LinkedHashMap<>();
    private final Map<Cell, Set<String>> notes = new LinkedHashMap<>();
    private final Map<String, String> versions = new LinkedHashMap<>();
    private final Set<String> failures = new LinkedHashSet<>();

    public void add(MeasuredConnector subject, Peer peer, Metric metric, double value) {
        values.computeIfAbsent(new Cell(subject.name(), peer.name(), metric), cell -> new ArrayList<>())
                .add(value);
    }

    /** Records the reason why a metric has no value. */
    public void notMeasured(MeasuredConnector subject, Peer peer, Metric metric, String reason) {
        reasons.put(new Cell(subject.name(), peer.name(), metric), reason);
    }

    /** Records a note on how a value was measured. */
    void note(MeasuredConnector subject, Peer peer, Metric metric, String note) {
        notes.computeIfAbsent(new Cell(subject.name(), peer.name(), metric), cell -> new LinkedHashSet<>())
                .add(note);
    }

    void version(Peer peer, String version) {
        versions.put(peer.name(), version);
    }

    /** Records a failed measurement. */
    public void failed(String what) {
        failures.add(what);
    }

    public Optional<Summary> summary(String subject, String peer, Metric metric) {
        return Optional.ofNullable(values.get(new Cell(subject, peer, metric))).map(Summary::new);
    }

    /** Returns the reason why there is no value, if it is known. */
    public Optional<String> reason(String subject, String peer, Metric metric) {
        return Optional.ofNullable(reasons.get(new Cell(subject, peer, metric)));
    }

    public Set<String> notes(String subject, String peer, Metric metric) {
        return notes.getOrDefault(new Cell(subject, peer, metric), Set.of());
    }

    /** Returns the version that each peer gives. */
    public Map<String, String> versions() {
        return versions;
    }

    public Set<String> failures() {
        return failures;
    }
}
