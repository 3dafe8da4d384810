package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.AuditedCalls;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The wiring that all runs of a runner share. */
record ActionParts(
        Sandbox sandbox,
        ConnectorSource connectors,
        ReadyConnectors ready,
        StepCaller caller,
        RetryPolicy retry,
        CircuitGate circuits,
        Optional<Approver> approver,
        Duration approvalWithin,
        Consumer<Throwable> approverFaults,
        Optional<AuditedCalls> audit,
        RunnerListener listener,
        Function<AuditId, Optional<StepEnd.Reversal>> reversals,
        String actor) {
    /** Returns the actor on whose behalf an action runs. */
    String actorOf(ActionCall call) {
        return call.actor().orElse(actor);
    }
}
