package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.sandbox.Call;
import dev.airlock.sandbox.Outcome;
import java.util.Optional;

/**
 * The record of one call, which recovery writes while it makes the call. Each call has a journal of its own. The order is {@link
 * #intend}, then decisions and attempts, then {@link #end} or {@link #abandon}. Used by one thread at a time.
 */
public interface Journal {
    /** Keeps no record, and allows everything. */
    static Journal none() {
        return NoJournal.INSTANCE;
    }

    /**
     * Records that the call is about to be made, before anything is done for it.
     *
     * @param args its arguments
     * @param key the idempotency key under which it goes; empty if it has none
     * @return why the call must not be made; empty once the intent is durable
     */
    Optional<Failure> intend(ObjectNode args, String key);

    /** Records a decision before it is carried out, or something that was done. */
    void decide(RecoveryEvent event);

    /**
     * Says whether an attempt may be made.
     *
     * @param attempt the attempt's audit id
     * @return why it must not be made: the decision to make it is not durable
     */
    Optional<Failure> refusal(AuditId attempt);

    /** Records an attempt that is over, or that was not made because its end is certain. */
    void attempted(Target target, Call attempt, Outcome outcome);

    /** Records what the call came to. Does nothing if its intent was refused. */
    void end(Result result);

    /** Whether the record has the call's end; true of one that keeps none. */
    default boolean recorded() {
        return true;
    }

    /** Records that nothing was done after all. Its caller gets an exception in the place of a result. */
    void abandon(Failure why);

    /** This journal, and a listener that hears of each decision once the journal has it. */
    default Journal and(RecoveryListener listener) {
        return new ObservedJournal(this, listener);
    }
}
