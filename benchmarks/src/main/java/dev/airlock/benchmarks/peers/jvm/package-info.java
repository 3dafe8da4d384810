/**
 * The peers that run in their own JVM: Airlock, and the engine alone. {@link dev.airlock.benchmarks.peers.jvm.JvmPeer} uses the protocol of
 * all peers; see benchmarks/README.md.
 */
@NullMarked
package dev.airlock.benchmarks.peers.jvm;

import org.jspecify.annotations.NullMarked;
