package dev.airlock.runtime.audit.store;

import dev.airlock.sandbox.sqlite.StoreProblem;

/** The audit log cannot be read or written. The message says why; it names no path and no password. */
public final class AuditStoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String OF_A_FILE = "Make sure that it and its folder are readable and writable";

    private final StoreProblem trouble;
    private final String remedy;

    /**
     * @param what what cannot be done, as a sentence without its full stop
     * @param reason the driver's message, used if nothing better is known
     * @param remedy the next step in that case, as a sentence without its full stop
     */
    AuditStoreUnavailableException(String what, StoreProblem trouble, String reason, String remedy, Throwable cause) {
        super(what + ": " + why(trouble, reason), cause);
        this.trouble = trouble;
        this.remedy = remedy;
    }

    AuditStoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
        this.trouble = StoreProblem.OTHER;
        this.remedy = OF_A_FILE;
    }

    AuditStoreUnavailableException(String message) {
        super(message);
        this.trouble = StoreProblem.OTHER;
        this.remedy = OF_A_FILE;
    }

    /** Returns the problem. */
    public StoreProblem trouble() {
        return trouble;
    }

    /** Returns the next step, as a sentence without its full stop. */
    public String remedy() {
        return switch (trouble) {
            case BUSY -> "Make sure that no other process locks it";
            case FULL -> "Make room on its disk";
            case DAMAGED -> "Restore a copy of it, or move it away, so that the next call begins a new one";
            case OTHER -> remedy;
        };
    }

    private static String why(StoreProblem trouble, String reason) {
        return switch (trouble) {
            case BUSY -> "another process locks it";
            case FULL -> "the disk is full";
            case DAMAGED -> "its file is damaged, or is not an Airlock file";
            case OTHER -> reason;
        };
    }
}
