package dev.airlock.runtime.recovery.journal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;

/**
 * The record of one call, which recovery writes while it makes the call. Each call has its own journal. The order is {@link #intend}, then
 * decisions and attempts, then {@link #end} or {@link #abandon}. Used by one thread at a time.
 */
public interface Journal {
    /** Returns a journal that keeps no record and allows everything. */
    static Journal none() {
        return NoJournal.INSTANCE;
    }

    /**
     * Records that the call is about to be made, before anything is done for it.
     *
     * @param args its arguments
     * @param key its idempotency key; empty if it has none
     * @return why the call must not be made; empty once the intent is durable
     */
    Optional<Failure> intend(ObjectNode args, String key);

    /** Records a decision before it is carried out, or an event that has happened. */
    void decide(RecoveryEvent event);

    /**
     * Decides whether an attempt may be made.
     *
     * @param attempt the attempt's audit id
     * @return why it must not be made, because the decision for it is not durable; empty if it may be made
     */
    Optional<Failure> refusal(AuditId attempt);

    /** Records an attempt that is over, or that was not made because its outcome is certain. */
    void attempted(Target target, Call attempt, Outcome outcome);

    /** Records the result of the call. Does nothing if its intent was refused. */
    void end(Result result);

    /** Returns whether the record has the call's end; true for a journal that keeps no record. */
    default boolean recorded() {
        return true;
    }

    /** Records that nothing was done after all. The caller gets an exception instead of a result. */
    void abandon(Failure why);

    /** Returns this journal with a listener that is notified of each decision once the journal has it. */
    default Journal and(RecoveryListener listener) {
        return new ObservedJournal(this, listener);
    }
}
