package dev.airlock.runtime.actions;

import dev.airlock.runtime.recovery.Journal;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.Result;

/** Makes the call of a step, with everything that is done for calls. Thread-safe. */
@FunctionalInterface
public interface StepCaller {
    /**
     * Makes a call.
     *
     * @param call the call, whose identity has an audit id and says on whose behalf it is made
     * @param journal the call's record
     */
    Result call(RecoveryCall call, Journal journal);

    /** Recovers calls. */
    static StepCaller recovering(Recoveries recoveries) {
        return recoveries::run;
    }
}
