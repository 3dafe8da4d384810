package dev.airlock.sandbox.call;

/**
 * Carries a termination by the host through the guest's frames. Host code throws it after {@link CallScope#end}; only
 * the engine's exception mapper catches it. It has no stack trace and no cause: it is control flow, not an error.
 */
public final class CallEnded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialised
    private final Termination termination;

    CallEnded(Termination termination) {
        super(null, null, false, false);
        this.termination = termination;
    }

    /** A termination that the guest asked for itself with {@code proc_exit}; it does not count as the host's. */
    public static CallEnded exit(long unsignedCode) {
        return new CallEnded(new Termination.Exited(unsignedCode));
    }

    /** The termination of the call. */
    public Termination termination() {
        return termination;
    }
}
