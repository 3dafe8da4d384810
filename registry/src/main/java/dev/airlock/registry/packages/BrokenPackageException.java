package dev.airlock.registry.packages;

/** An archive is not a package, or breaks a rule for packages. The message is a sentence for a person, without text from the archive. */
public final class BrokenPackageException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenPackageException(String message) {
        super(message);
    }

    BrokenPackageException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the problem, as a sentence. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
