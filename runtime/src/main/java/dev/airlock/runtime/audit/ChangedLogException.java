package dev.airlock.runtime.audit;

/** An audit log is not as it was written, so that nothing of it is removed or handed on. The message says where that shows first. */
public final class ChangedLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ChangedLogException(AuditProblem first) {
        super("The audit log was changed: " + first + ".");
    }
}
