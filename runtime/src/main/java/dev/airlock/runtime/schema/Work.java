package dev.airlock.runtime.schema;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts what checks cost, each on its own thread, and ends one that costs too much. */
final class Work {
    /** What one check may cost: a second or two at the most. A step is a character that a pattern looks at. */
    private static final long MOST_STEPS = 50_000_000;

    /** How many problems are collected before it is enough. */
    private static final int MOST_ERRORS = 100;

    private static final ThreadLocal<@Nullable Count> COUNTS = new ThreadLocal<>();

    private static final class Count {
        private long left = MOST_STEPS;
    }

    private Work() {}

    /** A check was ended. A stack would say nothing more. */
    static final class Exceeded extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int errors;

        private Exceeded(int errors) {
            super(null, null, false, false);
            this.errors = errors;
        }

        /** How many problems had been found; 0 if it was not for them. */
        int errors() {
            return errors;
        }
    }

    /**
     * Does something within the bound.
     *
     * @throws Exceeded if it costs too much, or nests too deep
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

    /** So much was done. */
    static void spend(long steps) {
        Count count = COUNTS.get();
        if (count != null) {
            count.left -= steps;
            if (count.left < 0) {
                throw new Exceeded(0);
            }
        }
    }

    /** So many problems were found so far. */
    static void found(int errors) {
        if (errors > MOST_ERRORS) {
            throw new Exceeded(errors);
        }
    }
}
