package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.Operation;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.store.ReversalStore;
import dev.airlock.runtime.recovery.store.ReversalStore.Token;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;

/** Issues tokens that allow a successful call to be undone, each once. Thread-safe. */
public final class ReversalTokens {
    private final ReversalStore store;
    private final Time time;
    private final RandomSource randomSource;

    /** Creates an issuer that keeps its tokens in a store. */
    public ReversalTokens(ReversalStore store, Time time, RandomSource randomSource) {
        this.store = store;
        this.time = time;
        this.randomSource = randomSource;
    }

    /** Returns the operation that undoes a call of the target, if the manifest declares one. */
    public static Optional<String> reversalOf(Target target) {
        return target.manifest().operation(target.op()).flatMap(Operation::reversal);
    }

    /**
     * Issues the token of a successful call, if its manifest declares a reversal. The call does not fail if the token cannot be stored.
     *
     * @param call the call's id in the audit log
     * @param target the operation that was called
     * @param args its arguments
     * @param outcome its outcome
     * @param journal records that the token cannot be stored
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
                            randomSource.key(),
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

    /** Returns the event that the store cannot be written. */
    private static RecoveryEvent notKept(AuditId call, Target target) {
        return new RecoveryEvent.Suppressed(
                new RecoveryEvent.Subject(call, target.connector(), target.op()),
                "reversal token",
                "The store cannot be written, so the call cannot be reversed.");
    }
}
