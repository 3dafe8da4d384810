package dev.airlock.benchmarks.peers.jvm;

/** A loaded connector. Thread-safe. */
interface Guest {
    /** Makes one call in a fresh instance and returns its result as text. */
    String call();

    /** Returns whether a call that begins now runs compiled code. */
    default boolean isCompiled() {
        return true;
    }

    /** Waits until calls run compiled code and the code is in the cache. */
    default void awaitCompiled() throws InterruptedException {}
}
