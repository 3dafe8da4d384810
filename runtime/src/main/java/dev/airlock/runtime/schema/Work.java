package dev.airlock.runtime.schema;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the cost of checks, each on its own thread, and ends a check that costs too much. */
final class Work {
    /** The maximum cost of one check: 1 or 2 s. A step is one character that a pattern reads. */
    private static final long MOST_STEPS = 50_000_000;

    /** The maximum number of problems to collect. */
    private static final int MOST_ERRORS = 100;

    private static final ThreadLocal<@Nullable Count> COUNTS = new ThreadLocal<>();

    private static final class Count {
        private long left = MOST_STEPS;
    }

    private Work() {}

    /** A check was ended. It has no stack trace, which would add nothing. */
    static final class Exceeded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int errors;

        private Exceeded(int errors) {
            super(null, null, false, false);
            this.errors = errors;
        }

        /** Returns how many problems had been found; 0 if they were not the reason. */
        int errors() {
            return errors;
        }
    }

    /**
     * Runs a check within the bound.
     *
     * @throws Exceeded if it costs too much, or nests too deeply
     */
    static <T> T bounded(Supplier<T> check) {
        COUNTS.set(new Count());
        try {
            return check.get();
        } catch (StackOverflowError deep) {
            throw new Exceeded(0);
        } finally {
            COUNTS.remove();
        }
    }

    /** Counts steps. */
    static void spend(long steps) {
        Count count = COUNTS.get();
        if (count != null) {
            count.left -= steps;
            if (count.left < 0) {
                throw new Exceeded(0);
            }
        }
    }

    /** Reports the number of problems so far. */
    static void found(int errors) {
        if (errors > MOST_ERRORS) {
            throw new Exceeded(errors);
        }
    }
}
