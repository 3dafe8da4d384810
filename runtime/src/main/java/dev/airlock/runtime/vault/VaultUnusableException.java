package dev.airlock.runtime.vault;

import dev.airlock.sandbox.state.DiskSpace;
import java.io.IOException;

/**
 * The vault cannot be opened or changed, and nothing in it was. The message is for a person: what is wrong, and what to do. It
 * names the file, so it is for whoever keeps the vault and not for an agent.
 */
public final class VaultUnusableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Reason {
        /** There is no vault at that place. */
        ABSENT,
        /** The passphrase does not open it. */
        WRONG_PASSPHRASE,
        /** The file is not as it was written. */
        DAMAGED,
        /** Another process is changing it. */
        BUSY,
        /** Others may read or write it. */
        NOT_PRIVATE,
        /** Its disk has no room for what was to be kept. */
        FULL,
        /** The file system does not let it be read or written. */
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
     * What the file system did not let be done.
     *
     * @param what what could not be done, as a sentence without its full stop
     * @param otherwise what to do about it unless it is that the disk is full, as a sentence
     */
    static VaultUnusableException of(String what, String otherwise, IOException cause) {
        return DiskSpace.ranOut(cause)
                ? new VaultUnusableException(
                        Reason.FULL, what + ": the disk is full. Make room there, then try again.", cause)
                : new VaultUnusableException(Reason.UNREACHABLE, what + ". " + otherwise, cause);
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }
}
