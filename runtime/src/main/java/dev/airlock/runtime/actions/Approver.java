package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.actions.Action;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Asks for the decision whether an action may run, and returns at once; the decision comes later.
 *
 * <pre>{@code
 * Approver chat = request -> desk.post(request.preview()).thenApply(answer ->
 *         answer.isYes() ? Approver.Decision.approvedBy(answer.who()) : Approver.Decision.declinedBy(answer.who()));
 * }</pre>
 *
 * <p>The thread that runs the action waits for the decision, within {@link Request#within}. If many actions wait, use cheap threads, such
 * as virtual ones. Thread-safe.
 */
@FunctionalInterface
public interface Approver {
    /**
     * Asks for a decision. A stage that completes exceptionally, or with null, is a fault of the host, and the action does not run.
     *
     * @return completes with the decision; if it is a {@link CompletableFuture}, it is cancelled when the decision no longer matters
     */
    CompletionStage<Decision> decide(Request request);

    /**
     * Returns an approver that asks a blocking function on a thread of its own: a dialog, a question at a terminal.
     *
     * @param actor the name of who decides
     * @param approves returns whether they approve; ends early once {@link Request#moot} is cancelled
     */
    static Approver of(String actor, Predicate<Request> approves) {
        return request -> CompletableFuture.supplyAsync(
                () -> approves.test(request) ? Decision.approvedBy(actor) : Decision.declinedBy(actor), asking -> {
                    Thread thread = new Thread(asking, "airlock-approval");
                    thread.setDaemon(true);
                    thread.start();
                });
    }

    /**
     * A request for a decision.
     *
     * @param auditId the action's id in the audit log
     * @param action the action
     * @param preview the intended effect, in the author's words with the inputs filled in; on one line, safe to show
     * @param inputs the caller's inputs, with defaults
     * @param actor the actor on whose behalf the action would run
     * @param within the time limit for the decision
     * @param moot is cancelled when the decision no longer matters: the caller cancelled the action, or the time is over
     */
    record Request(
            AuditId auditId,
            Action action,
            String preview,
            ObjectNode inputs,
            String actor,
            Duration within,
            Cancellation moot) {}

    /**
     * A decision.
     *
     * @param approved whether the action may run
     * @param actor who decided, for the record; safe to show
     */
    record Decision(boolean approved, String actor) {
        private static final int LONGEST_ACTOR = 100;

        /** @throws IllegalArgumentException if the actor is blank */
        public Decision {
            actor = ForeignText.clean(actor, LONGEST_ACTOR);
            if (actor.isBlank()) {
                throw new IllegalArgumentException("a decision names its approver");
            }
        }

        /** Returns a decision that the action may run. */
        public static Decision approvedBy(String actor) {
            return new Decision(true, actor);
        }

        /** Returns a decision that the action may not run. */
        public static Decision declinedBy(String actor) {
            return new Decision(false, actor);
        }
    }
}
