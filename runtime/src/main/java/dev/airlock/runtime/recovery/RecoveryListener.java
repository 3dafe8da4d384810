package dev.airlock.runtime.recovery;

/** Hears what recovery decides and does, in order, on the call's own thread. What it throws ends the call. */
@FunctionalInterface
public interface RecoveryListener {
    /** Nobody listens. */
    RecoveryListener NONE = event -> {};

    /** Something was decided or done; the call's {@link Journal} has it already. */
    void on(RecoveryEvent event);
}
