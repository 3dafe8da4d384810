package dev.airlock.benchmarks.peers;

/** A peer's process did not do what it was told. The message says what it did instead. */
final class PeerFailedException extends Exception {
    private static final long serialVersionUID = 1;

    PeerFailedException(String message) {
        super(message);
    }
}
