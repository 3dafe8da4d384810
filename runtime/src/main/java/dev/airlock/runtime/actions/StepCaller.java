package dev.airlock.runtime.actions;

import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.Result;

/** Makes the call of a step, with everything that is done for calls: recovery, records. Thread-safe. */
@FunctionalInterface
public interface StepCaller {
    /**
     * Makes a call.
     *
     * @param call the call, whose identity has an audit id
     * @param connector what it is made of, for whoever records it
     */
    Result call(RecoveryCall call, PinnedConnector connector);

    /** Recovers calls, and records nothing. */
    static StepCaller recovering(Recoveries recoveries) {
        return (call, connector) -> recoveries.run(call);
    }
}
