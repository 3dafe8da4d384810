package dev.airlock.runtime.audit.chain;

/** An audit log was changed since it was written, so nothing of it is removed or exported. The message names the first place. */
public final class ChangedLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ChangedLogException(AuditProblem first) {
        super("The audit log was changed: " + first + ".");
    }
}
