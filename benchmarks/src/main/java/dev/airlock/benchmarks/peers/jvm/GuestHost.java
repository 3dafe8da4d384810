package dev.airlock.benchmarks.peers.jvm;

/** What loads connectors. */
interface GuestHost extends AutoCloseable {
    /** What it is, with its version. */
    String version();

    /** How long the steps of loading take when they are done for the first time. */
    LoadPhases phases(byte[] module);

    /** Makes a connector ready to be called. */
    Guest load(byte[] module);

    /** The same with everything compiled that can be, so that a cache is full afterwards. */
    Guest loadCompiled(byte[] module);

    @Override
    void close();
}
