package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.actions.source.ConnectorSource;
import dev.airlock.runtime.actions.step.StepCaller;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.host.CircuitGate;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The wiring that all runs of a runner share. */
record ActionWiring(
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
