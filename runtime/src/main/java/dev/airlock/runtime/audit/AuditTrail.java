package dev.airlock.runtime.audit;

import dev.airlock.failures.Redactor;

/**
 * What a call tells the audit log. The order is: {@link #intent}, any number of {@link #note} and {@link #decision}, {@link
 * #outcome}. Thread-safe; every method returns within the log's bound, whatever the storage does.
 */
public interface AuditTrail {
    /**
     * Records that a call is about to be made, before its first byte goes out.
     *
     * @return {@link Written.Recorded} once that is durable; else the call must not be made
     */
    Written intent(AuditEvent.CallIntent intent);

    /**
     * Records what happened during a call, in order, without waiting for it to be durable. If the log cannot take it, later intents
     * are refused.
     */
    void note(AuditEvent event);

    /**
     * Records what will be done about a failure, before it is done.
     *
     * @return {@link Written.Recorded} once that is durable; else the call must not be attempted again
     */
    Written decision(AuditEvent.Decision decision);

    /**
     * Records what a call came to.
     *
     * @return {@link Written.Recorded} once that is durable; else the outcome is true all the same, and later intents are refused
     *     until it could be written
     */
    Written outcome(AuditEvent.CallOutcome outcome);

    /** The same log for a call no record of which may hold those secrets. */
    AuditTrail without(Redactor secrets);

    /** No log: everything is allowed, and nothing is kept. */
    static AuditTrail none() {
        return new FixedTrail(new Written.Recorded(0, ""));
    }

    /**
     * A log that cannot be written at all, so that no call is made.
     *
     * @param unrecorded why, safe to show, and what to do about it
     */
    static AuditTrail unavailable(Written.Unrecorded unrecorded) {
        return new FixedTrail(unrecorded);
    }
}
