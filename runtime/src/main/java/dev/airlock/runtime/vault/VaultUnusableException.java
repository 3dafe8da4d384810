package dev.airlock.runtime.vault;

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
        /** The file system does not let it be read or written. */
        UNREACHABLE
    }

    private final Reason reason;

    VaultUnusableException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    VaultUnusableException(String message, Throwable cause) {
        super(message, cause);
        this.reason = Reason.UNREACHABLE;
    }

    /** What is wrong. */
    public Reason reason() {
        return reason;
    }
}
