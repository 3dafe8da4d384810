/** Benchmarks: programs and whole calls, on Airlock and on the engine alone. {@link dev.airlock.benchmarks.BenchmarkReport} prints JMH's results. */
@NullMarked
package dev.airlock.benchmarks;

import org.jspecify.annotations.NullMarked;
