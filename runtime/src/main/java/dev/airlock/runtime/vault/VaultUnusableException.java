package dev.airlock.runtime.vault;

import dev.airlock.sandbox.sqlite.DiskSpace;
import java.io.IOException;

/**
 * The vault cannot be opened or changed, and nothing in it was changed. The message is for a person: the problem and the next step. It
 * names the file, so it is for the vault's owner and not for an agent.
 */
public final class VaultUnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The problems of a vault. */
    public enum Reason {
        /** There is no vault at that path. */
        ABSENT,
        /** The passphrase does not open it. */
        WRONG_PASSPHRASE,
        /** The file was changed since it was written. */
        DAMAGED,
        /** Another process is changing it. */
        BUSY,
        /** Others may read or write it. */
        NOT_PRIVATE,
        /** The disk is full. */
        FULL,
        /** The file system refuses to read or write it. */
        UNREACHABLE
    }

    private final Reason reason;

    VaultUnusableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    VaultUnusableException(String message, Throwable cause) {
        this(Reason.UNREACHABLE, message, cause);
    }

    private VaultUnusableException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Returns the exception for an operation that the file system refused.
     *
     * @param what the failed operation, as a sentence without its full stop
     * @param otherwise the next step if the disk is not full, as a sentence
     */
    static VaultUnusableException of(String what, String otherwise, IOException cause) {
        return DiskSpace.ranOut(cause)
                ? new VaultUnusableException(
                        Reason.FULL, what + ": the disk is full. Make room there, then try again.", cause)
                : new VaultUnusableException(Reason.UNREACHABLE, what + ". " + otherwise, cause);
    }

    /** Returns the problem. */
    public Reason reason() {
        return reason;
    }
}
