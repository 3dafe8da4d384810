package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.Operation;
import dev.airlock.runtime.recovery.store.ReversalStore;
import dev.airlock.runtime.recovery.store.ReversalStore.Token;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.sandbox.Outcome;
import java.util.Optional;

/** Issues the tokens under which calls that succeeded can be undone, each once. Thread-safe. */
public final class ReversalTokens {
    private final ReversalStore store;
    private final Time time;
    private final Chance chance;

    /** Issues tokens that are kept in this store. */
    public ReversalTokens(ReversalStore store, Time time, Chance chance) {
        this.store = store;
        this.time = time;
        this.chance = chance;
    }

    /** The operation that undoes a call of this one, if the manifest declares one. */
    public static Optional<String> reversalOf(Target target) {
        return target.manifest().operation(target.op()).flatMap(Operation::reversal);
    }

    /**
     * Issues the token of a call that succeeded, if its manifest declares what undoes it. That it cannot be kept is no fault of the call.
     *
     * @param call where the audit log keeps it
     * @param target what was called
     * @param args with which arguments
     * @param outcome what it gave
     * @param journal records that a token cannot be kept
     */
    public void issue(AuditId call, Target target, ObjectNode args, Outcome.Succeeded outcome, Journal journal) {
        Optional<String> reversal = reversalOf(target);
        if (reversal.isEmpty()) {
            return;
        }
        try {
            store.issue(
                    new Token(
                            call.value(),
                            chance.key(),
                            target.connector(),
                            target.op(),
                            reversal.get(),
                            StrictJson.write(args),
                            StrictJson.write(outcome.output())),
                    time.now());
        } catch (StoreUnavailableException e) {
            journal.decide(notKept(call, target));
        }
    }

    /** That the store cannot be written. */
    private static RecoveryEvent notKept(AuditId call, Target target) {
        return new RecoveryEvent.Suppressed(
                new RecoveryEvent.Subject(call, target.connector(), target.op()),
                "reversal token",
                "The store cannot be written, so the call cannot be reversed.");
    }
}
