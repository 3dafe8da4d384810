package dev.airlock.runtime.audit.event;

import dev.airlock.failures.redaction.Redactor;

/**
 * A trail that keeps nothing, and always gives the same answer.
 *
 * @param answer the answer
 */
record FixedTrail(WriteResult answer) implements AuditTrail {
    @Override
    public WriteResult intent(AuditEvent.CallIntent intent) {
        return answer;
    }

    @Override
    public void note(AuditEvent event) {}

    @Override
    public WriteResult decision(AuditEvent.Decision decision) {
        return answer;
    }

    @Override
    public WriteResult outcome(AuditEvent.CallOutcome outcome) {
        return answer;
    }

    @Override
    public AuditTrail without(Redactor secrets) {
        return this;
    }
}
