package dev.airlock.benchmarks.peers;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What Airlock should reach.
 *
 * @param what in words
 * @param most the largest value that is good enough
 * @param measured the value that is compared with it
 */
record Target(String what, Amount most, Measured measured) {
    /**
     * A value as it is measured, or a ratio.
     *
     * @param unit its unit; a ratio has none
     */
    record Amount(double value, Optional<Metric.Unit> unit) {
        static Amount of(double value, Metric.Unit unit) {
            return new Amount(value, Optional.of(unit));
        }

        static Amount times(double ratio) {
            return new Amount(ratio, Optional.empty());
        }

        String text() {
            return unit.map(known -> known.text(value)).orElseGet(() -> String.format(Locale.ROOT, "%.2fx", value));
        }
    }

    /** Finds a target's value among results. */
    interface Measured {
        Optional<Double> in(Results results);
    }

    /** A target for a median as such. */
    static Target atMost(double most, String subject, String peer, Metric metric, String what) {
        return new Target(what, Amount.of(most, metric.unit()), results -> median(results, subject, peer, metric));
    }

    /** A target for Airlock's median as a multiple of the fastest of others. */
    static Target ratio(double most, String subject, Metric metric, List<String> others, String what) {
        return ratio(most, subject, subject, metric, others, what);
    }

    /** The same where the others run the connector in another form. */
    static Target ratio(
            double most, String subject, String othersSubject, Metric metric, List<String> others, String what) {
        return new Target(
                what,
                Amount.times(most),
                results -> others.stream()
                        .flatMap(other -> median(results, othersSubject, other, metric).stream())
                        .min(Comparator.naturalOrder())
                        .flatMap(reference ->
                                median(results, subject, Peers.AIRLOCK, metric).map(own -> own / reference)));
    }

    private static Optional<Double> median(Results results, String subject, String peer, Metric metric) {
        return results.summary(subject, peer, metric).map(Summary::median);
    }

    /** Whether it is met, and if not by how much it is missed. */
    String verdict(Results results) {
        return measured.in(results).map(this::verdict).orElse("not measured");
    }

    private String verdict(double value) {
        double share = Math.abs(value / most.value() - 1) * 100;
        return value <= most.value()
                ? String.format(Locale.ROOT, "met, %.0f %% below", share)
                : String.format(Locale.ROOT, "**missed by %.0f %%**", share);
    }

    /** The measured value with its unit. */
    String measuredText(Results results) {
        return measured.in(results)
                .map(value -> new Amount(value, most.unit()).text())
                .orElse("");
    }
}
