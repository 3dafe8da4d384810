package dev.airlock.benchmarks.peers.round;

/** Thrown when a peer's process does not carry out a request. The message says what it did instead. */
final class PeerFailedException extends Exception {
    private static final long serialVersionUID = 1;

    PeerFailedException(String message) {
        super(message);
    }
}
