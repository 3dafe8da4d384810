/**
 * The rounds of a measurement, each runtime in processes of its own. Start at {@code Rounds}.
 */
@NullMarked
package dev.airlock.benchmarks.peers.round;

import org.jspecify.annotations.NullMarked;
