/**
 * The subjects of a measurement: connectors, runtimes, metrics. Start at {@code Peers}.
 */
@NullMarked
package dev.airlock.benchmarks.peers.subject;

import org.jspecify.annotations.NullMarked;
