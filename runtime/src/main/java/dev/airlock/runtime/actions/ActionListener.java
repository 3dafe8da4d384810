package dev.airlock.runtime.actions;

/**
 * Watches one run of an action, on the thread that runs it; several events never come at once. What it throws is told to the host as a
 * fault and changes nothing.
 */
@FunctionalInterface
public interface ActionListener {
    /** Nobody watches. */
    ActionListener NONE = event -> {};

    /** Something happened. */
    void on(ActionEvent event);
}
