package dev.airlock.runtime.actions;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.actions.source.PinnedConnector;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.load.Connector;

/** A listener for the actions of a runner and for their connectors, on the thread of the event. Must not throw. Thread-safe. */
public interface RunnerListener {
    /** A listener that does nothing. */
    RunnerListener NONE = new RunnerListener() {};

    /** Called when a connector that actions pin was loaded. It is kept for their calls. */
    default void loaded(Ready connector) {}

    /** Called when a connector cannot be called: it could not be loaded, or differs from the pinned one. */
    default void notLoaded(ConnectorIdentity connector, Failure failure) {}

    /** Called before an action is run or refused. */
    default void running(ActionCall call) {}

    /**
     * Called after an action.
     *
     * @param action its name; empty if there is no such action
     */
    default void ran(String action, ActionOutcome outcome) {}

    /**
     * A connector that is kept for actions.
     *
     * @param pinned the pinned connector
     * @param loaded the connector
     * @param options how it was loaded
     * @param shapes the shapes of its operations, from its manifest
     */
    record Ready(PinnedConnector pinned, Connector loaded, LoadOptions options, OperationShapes shapes) {}
}
