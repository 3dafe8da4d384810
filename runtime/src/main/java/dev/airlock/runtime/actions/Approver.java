package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.sandbox.Cancellation;

/** Asks whoever decides whether an action may run. May take its time. Thread-safe. */
@FunctionalInterface
public interface Approver {
    /** Whether they agree. */
    boolean approves(Request request);

    /**
     * What is asked.
     *
     * @param auditId where the audit log keeps the action's call
     * @param action the action
     * @param preview what is about to happen, in the author's words with the inputs in them; on one line, safe to show
     * @param inputs what the caller gave, defaults included
     * @param cancellation the caller's way to end it: then the answer does not matter any more
     */
    record Request(AuditId auditId, Action action, String preview, ObjectNode inputs, Cancellation cancellation) {}
}
