package dev.airlock.benchmarks.peers.report;

import dev.airlock.benchmarks.peers.round.Results;
import java.util.Locale;
import java.util.Optional;

/**
 * A target for Airlock.
 *
 * @param what the target in words
 * @param figure the figure that is compared
 * @param aim the side of the bound on which the figure should be
 * @param bound the value that is just good enough; empty if the figure is only reported
 * @param stretch a better value to aim for
 */
record PerformanceTarget(String what, Figure figure, Aim aim, Optional<Double> bound, Optional<Double> stretch) {
    /** The side of its bound on which a value is good. */
    enum Aim {
        AT_MOST("at most"),
        AT_LEAST("at least");

        private final String words;

        Aim(String words) {
            this.words = words;
        }

        /** Returns the name of the bound in JSON. */
        String key() {
            return words.replace(' ', '_');
        }

        boolean meets(double value, double bound) {
            return this == AT_MOST ? value <= bound : value >= bound;
        }
    }

    static PerformanceTarget atMost(double most, Figure figure, String what) {
        return new PerformanceTarget(what, figure, Aim.AT_MOST, Optional.of(most), Optional.empty());
    }

    static PerformanceTarget atLeast(double least, Figure figure, String what) {
        return new PerformanceTarget(what, figure, Aim.AT_LEAST, Optional.of(least), Optional.empty());
    }

    /** Returns a figure among the targets that has no bound. */
    static PerformanceTarget reported(Figure figure, String what) {
        return new PerformanceTarget(what, figure, Aim.AT_LEAST, Optional.empty(), Optional.empty());
    }

    /** Returns this target with a better value to aim for. */
    PerformanceTarget stretchedTo(double better) {
        return new PerformanceTarget(what, figure, aim, bound, Optional.of(better));
    }

    /** Returns the bound in words. */
    String wantedText() {
        return bound.map(value -> aim.words + " " + figure.text(value)).orElse("reported");
    }

    String stretchText() {
        return stretch.map(figure::text).orElse("");
    }

    /** Returns the measured value with its unit. */
    String measuredText(Results results) {
        return measured(results).map(figure::text).orElse("");
    }

    /** Returns whether it is met, and by how much it is exceeded or missed. */
    String verdict(Results results) {
        return bound.isEmpty()
                ? ""
                : measured(results)
                        .map(value -> verdict(value, bound.orElseThrow()))
                        .orElse("not measured");
    }

    private String verdict(double value, double wanted) {
        double share = Math.abs(value / wanted - 1) * 100;
        return aim.meets(value, wanted)
                ? String.format(Locale.ROOT, "met, %.0f %% %s", share, aim == Aim.AT_MOST ? "below" : "above")
                : String.format(Locale.ROOT, "**missed by %.0f %%**", share);
    }

    Optional<Double> measured(Results results) {
        return figure.measured().in(results);
    }
}
