package dev.airlock.benchmarks.peers.jvm;

/** A loaded connector. Thread-safe. */
interface Guest {
    /** One call in a fresh instance; what came of it, as text. */
    String call();

    /** Whether a call that begins now runs compiled code. */
    default boolean isCompiled() {
        return true;
    }

    /** Waits until calls run compiled code, and that is kept. */
    default void awaitCompiled() throws InterruptedException {}
}
