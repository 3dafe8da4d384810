package dev.airlock.benchmarks.peers.jvm;

import java.util.function.Consumer;

/**
 * How long loading takes.
 *
 * @param parseMillis until the module is read, validated and, where it is, rewritten
 * @param compileMillis from there until it can be instantiated
 */
record LoadPhases(double parseMillis, double compileMillis) {
    /** A step of loading. */
    interface Step<T> {
        T run();
    }

    /** Times the two steps, of which the second works on what the first gives. */
    static <T> LoadPhases of(Step<T> parse, Consumer<T> compile) {
        long start = System.nanoTime();
        T parsed = parse.run();
        long between = System.nanoTime();
        compile.accept(parsed);
        return new LoadPhases((between - start) / 1e6, (System.nanoTime() - between) / 1e6);
    }
}
