package dev.airlock.runtime.audit.event;

import dev.airlock.failures.redaction.Redactor;

/**
 * The audit log as a call uses it. The order is: {@link #intent}, any number of {@link #note} and {@link #decision}, {@link #outcome}.
 * Thread-safe; every method returns within the log's time limit, whatever the storage does.
 */
public interface AuditTrail {
    /**
     * Records that a call is about to be made, before its first byte is sent.
     *
     * @return {@link WriteResult.Recorded} once it is durable; otherwise the call must not be made
     */
    WriteResult intent(AuditEvent.CallIntent intent);

    /**
     * Records an event of a call, in order, without waiting until it is durable. If the log cannot accept it, later intents are refused.
     */
    void note(AuditEvent event);

    /**
     * Records the next step after a failure, before it is taken.
     *
     * @return {@link WriteResult.Recorded} once it is durable; otherwise the call must not be attempted again
     */
    WriteResult decision(AuditEvent.Decision decision);

    /**
     * Records the outcome of a call.
     *
     * @return {@link WriteResult.Recorded} once it is durable. Otherwise the outcome is still true, and later intents are refused until it
     *     could be written
     */
    WriteResult outcome(AuditEvent.CallOutcome outcome);

    /** Returns this log for a call whose records must not contain certain secrets. */
    AuditTrail without(Redactor secrets);

    /** Returns a trail that allows everything and keeps nothing. */
    static AuditTrail none() {
        return new FixedTrail(new WriteResult.Recorded(0, ""));
    }

    /**
     * Returns a trail that cannot be written, so that no call is made.
     *
     * @param unrecorded the reason, safe to show, and the next step
     */
    static AuditTrail unavailable(WriteResult.Unrecorded unrecorded) {
        return new FixedTrail(unrecorded);
    }
}
