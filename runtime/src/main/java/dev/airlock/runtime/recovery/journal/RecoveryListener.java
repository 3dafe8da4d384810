package dev.airlock.runtime.recovery.journal;

/** A listener for the decisions and actions of recovery, in order, on the call's own thread. An exception that it throws ends the call. */
@FunctionalInterface
public interface RecoveryListener {
    /** A listener that does nothing. */
    RecoveryListener NONE = event -> {};

    /** Handles an event. The call's {@link Journal} already has it. */
    void on(RecoveryEvent event);
}
