package dev.airlock.benchmarks.peers;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A median among results, or a ratio of two.
 *
 * @param unit its unit; a ratio has none
 * @param measured finds it
 */
record Figure(Optional<Metric.Unit> unit, Measured measured) {
    /** Finds a value among results. */
    interface Measured {
        Optional<Double> in(Results results);
    }

    /** The median of what was measured. */
    static Figure median(String subject, String peer, Metric metric) {
        return new Figure(
                Optional.of(metric.unit()),
                results -> results.summary(subject, peer, metric).map(Summary::median));
    }

    /** The least of the medians of several peers. */
    static Figure fastest(String subject, List<String> peers, Metric metric) {
        return new Figure(
                Optional.of(metric.unit()),
                results -> peers.stream()
                        .flatMap(peer -> results.summary(subject, peer, metric).map(Summary::median).stream())
                        .min(Comparator.naturalOrder()));
    }

    /** This as a multiple of another one. */
    Figure per(Figure other) {
        return new Figure(
                Optional.empty(),
                results -> measured.in(results)
                        .flatMap(own -> other.measured.in(results).map(reference -> own / reference)));
    }

    /** A value as this figure is shown. */
    String text(double value) {
        return unit.map(known -> known.text(value)).orElseGet(() -> String.format(Locale.ROOT, "%.2fx", value));
    }
}
