/**
 * What runs in a JVM of its own while the report is made: Airlock, and the engine used plainly. {@link
 * dev.airlock.benchmarks.peers.jvm.JvmPeer} speaks the protocol that all peers speak; see benchmarks/README.md.
 */
@NullMarked
package dev.airlock.benchmarks.peers.jvm;

import org.jspecify.annotations.NullMarked;
