/**
 * The side-by-side report: the same calls of the same connectors on Airlock and on what a user would pick instead. Start reading
 * at {@link dev.airlock.benchmarks.peers.PeerReport}; {@link dev.airlock.benchmarks.peers.Subjects} and {@link
 * dev.airlock.benchmarks.peers.Peers} say what is measured on what.
 */
@NullMarked
package dev.airlock.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
