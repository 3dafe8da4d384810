package dev.airlock.benchmarks.peers.round;

import dev.airlock.benchmarks.peers.subject.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The values of one metric.
 *
 * @param values one value for each round, in their order; at least one
 */
public record Summary(List<Double> values) {
    public Summary {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a summary of nothing");
        }
        values = List.copyOf(values);
    }

    public double median() {
        return median(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    public double least() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    public double most() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /** Returns the median and the range of all values. */
    public String text(Metric.Unit unit) {
        return values.size() == 1
                ? unit.text(median())
                : String.format(
                        Locale.ROOT, "%s (%s to %s)", unit.text(median()), unit.number(least()), unit.number(most()));
    }

    static double median(double[] values) {
        double[] sorted = sorted(values);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Returns the quantile for this share of the values, by the nearest-rank method. */
    static double quantile(double[] values, double share) {
        double[] sorted = sorted(values);
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(rank, 1) - 1];
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
