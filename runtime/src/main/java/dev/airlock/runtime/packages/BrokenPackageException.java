package dev.airlock.runtime.packages;

/** An archive is no package, or breaks a rule for packages. The message is a sentence for a person, without text of the archive's. */
public final class BrokenPackageException extends Exception {
    private static final long serialVersionUID = 1L;

    BrokenPackageException(String message) {
        super(message);
    }

    BrokenPackageException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What is wrong, as a sentence. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
