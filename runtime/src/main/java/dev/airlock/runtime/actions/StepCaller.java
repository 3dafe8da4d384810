package dev.airlock.runtime.actions;

import dev.airlock.failures.Redactor;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.audit.AuditedCalls;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryCall;
import dev.airlock.runtime.recovery.Result;
import dev.airlock.runtime.recovery.Target;
import java.util.function.Supplier;

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

    /**
     * Recovers calls, and records each step as a call of its own. The recoveries have to tell the same {@link AuditedCalls#listener}.
     *
     * @param actor on whose behalf, in the embedder's words
     * @param secrets what no record may hold
     */
    static StepCaller recorded(Recoveries recoveries, AuditedCalls calls, String actor, Supplier<Redactor> secrets) {
        return (call, connector) -> calls.recover(
                        new AuditedCalls.Caller(actor, secrets.get()),
                        call,
                        target -> identity(target, connector),
                        recoveries::run)
                .result();
    }

    /** The step's connector, or that of its fallback, of which only its manifest is known. */
    private static ConnectorIdentity identity(Target target, PinnedConnector connector) {
        String publisher = connector
                .files()
                .identity()
                .filter(dev.airlock.manifests.names.ConnectorIdentity.Signed.class::isInstance)
                .map(dev.airlock.manifests.names.ConnectorIdentity.Signed.class::cast)
                .map(dev.airlock.manifests.names.ConnectorIdentity.Signed::publisher)
                .orElse("");
        boolean same = target.manifest().equals(connector.manifest());
        return new ConnectorIdentity(
                target.connector(),
                target.manifest().connector().version().toString(),
                same ? publisher : "",
                same ? connector.required().hash() : "");
    }
}
