package dev.airlock.runtime.actions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.ForeignText;
import dev.airlock.manifests.actions.Action;
import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Asks whoever decides whether an action may run, and returns at once: the decision comes when they have decided.
 *
 * <pre>{@code
 * Approver chat = request -> desk.post(request.preview()).thenApply(answer ->
 *         answer.isYes() ? Approver.Decision.approvedBy(answer.who()) : Approver.Decision.declinedBy(answer.who()));
 * }</pre>
 *
 * <p>The thread that runs the action waits for the decision, within {@link Request#within}: give many that wait threads that cost little,
 * virtual ones for instance. Thread-safe.
 */
@FunctionalInterface
public interface Approver {
    /**
     * Asks. A stage that completes exceptionally, or with nothing, is a fault of the host, and the action does not run.
     *
     * @return completes with the decision; is cancelled when nobody waits for it any more, if it is a {@link CompletableFuture}
     */
    CompletionStage<Decision> decide(Request request);

    /**
     * Asks with something that waits for the answer itself, on a thread of its own: a dialog, a question at a terminal.
     *
     * @param actor who decides
     * @param approves whether they agree; ends early once {@link Request#moot} is cancelled
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
     * What is asked.
     *
     * @param auditId where the audit log keeps the action's call
     * @param action the action
     * @param preview what is about to happen, in the author's words with the inputs in them; on one line, safe to show
     * @param inputs what the caller gave, defaults included
     * @param actor on whose behalf the action would run
     * @param within how long the decision is waited for
     * @param moot is cancelled when the decision does not matter any more: the caller ended the action, or the time is over
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
     * What somebody decided.
     *
     * @param approved whether the action may run
     * @param actor who decided, for the record; safe to show
     */
    record Decision(boolean approved, String actor) {
        private static final int LONGEST_ACTOR = 100;

        /** @throws IllegalArgumentException if nobody decided */
        public Decision {
            actor = ForeignText.clean(actor, LONGEST_ACTOR);
            if (actor.isBlank()) {
                throw new IllegalArgumentException("a decision names its approver");
            }
        }

        /** The action may run. */
        public static Decision approvedBy(String actor) {
            return new Decision(true, actor);
        }

        /** It may not. */
        public static Decision declinedBy(String actor) {
            return new Decision(false, actor);
        }
    }
}
