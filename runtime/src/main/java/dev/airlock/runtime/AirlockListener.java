package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.recovery.RecoveryEvent;
import dev.airlock.sandbox.LoadPhase;

/**
 * Is told what a runtime does, on the thread that does it. What a method throws is told to {@link #fault} and changes nothing. Must
 * be thread-safe.
 */
public interface AirlockListener {
    /**
     * A load comes to its next phase.
     *
     * @param functions how many functions the module defines; 0 as long as it was not read
     */
    default void loading(LoadPhase phase, int functions) {}

    /** A connector can be called from now on; one of an action too. Each is told once. */
    default void loaded(HostedConnector connector) {}

    /** A connector cannot be called. */
    default void notLoaded(ConnectorIdentity connector, Failure failure) {}

    /** A call, or an action's step, is about to be made. */
    default void calling(String connector, String op) {}

    /** Recovery decided or did something; the audit log has it already. */
    default void recovering(RecoveryEvent event) {}

    /** A call, or an action's step, is over. */
    default void called(CallResult result) {}

    /** An action, or a tool call that asks for one, is about to be run or refused. */
    default void runningAction(ActionCall call) {}

    /**
     * An action is over. Its steps' calls were told by {@link #called}, each as it ended.
     *
     * @param action its name; empty if somebody asked for an action that there is none of
     */
    default void ranAction(String action, ActionOutcome outcome) {}

    /** A module is interpreted although it should be compiled. */
    default void interpreted(Throwable why) {}

    /**
     * Airlock itself, or a listener, failed.
     *
     * @param correlationId what the failure of a call shows; {@code listener} for a listener's
     */
    default void fault(String correlationId, Throwable fault) {}
}
