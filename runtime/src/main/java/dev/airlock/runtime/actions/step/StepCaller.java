package dev.airlock.runtime.actions.step;

import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.result.Result;

/** Makes the call of a step, with its recovery. Thread-safe. */
@FunctionalInterface
public interface StepCaller {
    /**
     * Makes a call.
     *
     * @param call the call; its identity has an audit id and an actor
     * @param journal the call's record
     */
    Result call(RecoveryCall call, Journal journal);

    /** Returns a caller that recovers calls. */
    static StepCaller recovering(Recoveries recoveries) {
        return recoveries::run;
    }
}
