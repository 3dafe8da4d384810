package dev.airlock.runtime.recovery;

/**
 * Is told what recovery decides and does, in order, on the call's own thread. What it throws ends the call: a decision that
 * cannot be recorded is not carried out.
 */
@FunctionalInterface
public interface RecoveryListener {
    /** Nobody listens. */
    RecoveryListener NONE = event -> {};

    /** Something was decided or done. */
    void on(RecoveryEvent event);

    /** This one, then another. */
    default RecoveryListener and(RecoveryListener other) {
        return event -> {
            on(event);
            other.on(event);
        };
    }
}
