package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.sandbox.api.LoadPhase;

/**
 * A listener for the events of a runtime. It is called on the thread of the event. An exception that it throws goes to {@link #fault} and
 * has no other effect. Must be thread-safe.
 */
public interface AirlockListener {
    /**
     * Called when a load enters its next phase.
     *
     * @param functions how many functions the module defines; 0 until it is read
     */
    default void loading(LoadPhase phase, int functions) {}

    /** Called once for each connector that can be called from now on, including those of actions. */
    default void loaded(HostedConnector connector) {}

    /** Called when a connector cannot be called. */
    default void notLoaded(ConnectorIdentity connector, Failure failure) {}

    /** Called before a call, or an action's step, is made. */
    default void calling(String connector, String op) {}

    /** Called after a decision or an action of recovery. The audit log already has it. */
    default void recovering(RecoveryEvent event) {}

    /** Called after a call, or an action's step. */
    default void callEnded(CallResult result) {}

    /** Called before an action, or a tool call for one, is run or refused. */
    default void runningAction(ActionCall call) {}

    /**
     * Called after an action. The calls of its steps were already reported by {@link #callEnded}, each as it ended.
     *
     * @param action its name; empty if there is no such action
     */
    default void ranAction(String action, ActionOutcome outcome) {}

    /**
     * Called when a module is interpreted although it should be compiled.
     *
     * @param why the reason
     */
    default void interpreted(Throwable why) {}

    /**
     * Called when Airlock itself, or a listener, failed.
     *
     * @param correlationId the id that the failure of a call shows; {@code listener} for a failure of a listener
     */
    default void fault(String correlationId, Throwable fault) {}
}
