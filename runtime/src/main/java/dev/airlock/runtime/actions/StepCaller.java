package dev.airlock.runtime.actions;

import dev.airlock.failures.Redactor;
import dev.airlock.runtime.audit.AuditedCalls;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.Target;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes the call of a step, with everything that is done for calls: recovery, records. Thread-safe. */
@FunctionalInterface
public interface StepCaller {
    /**
     * Makes a call.
     *
     * @param call the call, whose identity has an audit id and says on whose behalf it is made
     * @param connectors the connector of a target, of the call's own or of its fallback's, for whoever records it
     */
    Result call(RecoveryCall call, Function<Target, PinnedConnector> connectors);

    /** Recovers calls, and records nothing. */
    static StepCaller recovering(Recoveries recoveries) {
        return (call, connectors) -> recoveries.run(call);
    }

    /**
     * Recovers calls, and records each step as a call of its own. The recoveries have to tell the same {@link AuditedCalls#listener}.
     *
     * @param secrets what no record may hold
     */
    static StepCaller recorded(Recoveries recoveries, AuditedCalls calls, Supplier<Redactor> secrets) {
        return (call, connectors) -> calls.recover(
                        new AuditedCalls.Caller(call.identity().caller(), secrets.get()),
                        call,
                        target -> connectors.apply(target).recorded(),
                        recoveries::run)
                .result();
    }
}
