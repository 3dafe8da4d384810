package dev.airlock.runtime.actions;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;

/**
 * Is told which actions a runner runs, and what becomes of their connectors, on the thread that does it. Must throw nothing. Thread-safe.
 */
public interface RunnerListener {
    /** Nobody is told. */
    RunnerListener NONE = new RunnerListener() {};

    /** A connector that actions pin was loaded, and is kept for their calls. */
    default void loaded(Ready connector) {}

    /** A connector cannot be called: it could not be loaded, or is not what an action pins. */
    default void notLoaded(ConnectorIdentity connector, Failure failure) {}

    /** An action is about to be run, or to be refused. */
    default void running(ActionCall call) {}

    /**
     * An action came to its outcome.
     *
     * @param action its name; empty if somebody asked for one that there is none of
     */
    default void ran(String action, ActionOutcome outcome) {}

    /**
     * A connector that is kept for actions.
     *
     * @param pinned what actions pin
     * @param loaded the connector
     * @param options how it was loaded
     * @param shapes what its manifest says of its operations
     */
    record Ready(PinnedConnector pinned, Connector loaded, LoadOptions options, OperationShapes shapes) {}
}
