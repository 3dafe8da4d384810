package dev.airlock.benchmarks.peers.report;

import dev.airlock.benchmarks.peers.round.Results;
import dev.airlock.benchmarks.peers.round.Summary;
import dev.airlock.benchmarks.peers.subject.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A median among results, or a ratio of two.
 *
 * @param unit its unit; empty for a ratio
 * @param measured finds the value
 */
record Figure(Optional<Metric.Unit> unit, Measured measured) {
    /** Finds a value among results. */
    interface Measured {
        Optional<Double> in(Results results);
    }

    /** Returns the median of the measured values. */
    static Figure median(String subject, String peer, Metric metric) {
        return new Figure(
                Optional.of(metric.unit()),
                results -> results.summary(subject, peer, metric).map(Summary::median));
    }

    /** Returns the lowest of the medians of several peers. */
    static Figure fastest(String subject, List<String> peers, Metric metric) {
        return new Figure(
                Optional.of(metric.unit()),
                results -> peers.stream()
                        .flatMap(peer -> results.summary(subject, peer, metric).map(Summary::median).stream())
                        .min(Comparator.naturalOrder()));
    }

    /** Returns this figure as a multiple of another one. */
    Figure per(Figure other) {
        return new Figure(
                Optional.empty(),
                results -> measured.in(results)
                        .flatMap(own -> other.measured.in(results).map(reference -> own / reference)));
    }

    /** Returns a value in the form of this figure. */
    String text(double value) {
        return unit.map(known -> known.text(value)).orElseGet(() -> String.format(Locale.ROOT, "%.2fx", value));
    }
}
