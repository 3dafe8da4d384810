package dev.airlock.benchmarks.peers.jvm;

import java.util.function.Consumer;

/**
 * The times of loading.
 *
 * @param parseMillis the time until the module is read, validated and, where that applies, rewritten
 * @param compileMillis the time from then until it can be instantiated
 */
record LoadPhases(double parseMillis, double compileMillis) {
    /** A step of loading. */
    interface Step<T> {
        T run();
    }

    /** Times the two steps. The second works on the result of the first. */
    static <T> LoadPhases of(Step<T> parse, Consumer<T> compile) {
        long start = System.nanoTime();
        T parsed = parse.run();
        long between = System.nanoTime();
        compile.accept(parsed);
        return new LoadPhases((between - start) / 1e6, (System.nanoTime() - between) / 1e6);
    }
}
