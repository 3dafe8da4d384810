package dev.airlock.runtime.actions;

/**
 * A listener for one run of an action. It is called on the thread of the run, one event at a time. An exception that it throws is reported
 * to the host as a fault and has no other effect.
 */
@FunctionalInterface
public interface ActionListener {
    /** A listener that does nothing. */
    ActionListener NONE = event -> {};

    /** Handles an event. */
    void on(ActionEvent event);
}
