package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.RecoveryEvent;
import dev.airlock.sandbox.LoadPhase;

/**
 * A listener for the events of a runtime. It is called on the thread of the event. An exception that it throws goes to {@link #fault} and
 * has no other effect. Must be thread-safe.
 */
public interface AirlockListener {
    /**
     * A load enters its next phase.
     *
     * @param functions how many functions the module defines; 0 until it is read
     */
    default void loading(LoadPhase phase, int functions) {}

    /** A connector can be called from now on, including a connector of an action. Reported once for each. */
    default void loaded(HostedConnector connector) {}

    /** A connector cannot be called. */
    default void notLoaded(ConnectorIdentity connector, Failure failure) {}

    /** A call, or an action's step, is about to be made. */
    default void calling(String connector, String op) {}

    /** Recovery decided or did something. The audit log already has it. */
    default void recovering(RecoveryEvent event) {}

    /** A call, or an action's step, is over. */
    default void called(CallResult result) {}

    /** An action, or a tool call for one, is about to be run or refused. */
    default void runningAction(ActionCall call) {}

    /**
     * An action is over. The calls of its steps were already reported by {@link #called}, each as it ended.
     *
     * @param action its name; empty if there is no such action
     */
    default void ranAction(String action, ActionOutcome outcome) {}

    /**
     * A module is interpreted although it should be compiled.
     *
     * @param why the reason
     */
    default void interpreted(Throwable why) {}

    /**
     * Airlock itself, or a listener, failed.
     *
     * @param correlationId the id that the failure of a call shows; {@code listener} for a failure of a listener
     */
    default void fault(String correlationId, Throwable fault) {}
}
