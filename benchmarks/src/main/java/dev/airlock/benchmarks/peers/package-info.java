/**
 * The side-by-side report: the same calls of the same connectors on Airlock and on the alternatives that a user would choose. Start reading
 * at {@link dev.airlock.benchmarks.peers.PeerReport}; {@link dev.airlock.benchmarks.peers.subject.MeasuredConnectors} and {@link
 * dev.airlock.benchmarks.peers.subject.Peers} list the connectors and the runtimes.
 */
@NullMarked
package dev.airlock.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
