package dev.airlock.benchmarks.peers;

/** Thrown when the command line has an unknown option, name or value. The message gives the correction. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
