package dev.airlock.benchmarks.peers.jvm;

/** A loader of connectors. */
interface GuestHost extends AutoCloseable {
    /** Returns its name and version. */
    String version();

    /** Returns the times of the steps of loading when they run for the first time. */
    LoadPhases phases(byte[] module);

    /** Loads a connector. */
    Guest load(byte[] module);

    /** Loads a connector and compiles all of its code. */
    Guest loadCompiled(byte[] module);

    @Override
    void close();
}
