package dev.airlock.runtime.actions;

import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Connector;

/** A connector that is loaded, with the schemas of its operations. Thread-safe. */
record ReadyConnector(PinnedConnector pinned, Connector loaded, OperationShapes shapes) {
    ReadyConnector(PinnedConnector pinned, Connector loaded) {
        this(pinned, loaded, new OperationShapes(pinned.manifest()));
    }
}
