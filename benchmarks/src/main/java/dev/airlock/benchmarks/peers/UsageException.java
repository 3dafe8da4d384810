package dev.airlock.benchmarks.peers;

/** The command line asks for something that there is not. The message says what would be right. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
