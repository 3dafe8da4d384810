package dev.airlock.runtime.actions;

import dev.airlock.failures.Redactor;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;

/**
 * A connector that is loaded, with the schemas of its operations. Thread-safe.
 *
 * @param secrets takes out what no record of its calls may hold
 */
record ReadyConnector(PinnedConnector pinned, Connector loaded, OperationShapes shapes, Redactor secrets) {
    ReadyConnector(PinnedConnector pinned, Connector loaded, LoadOptions options) {
        this(
                pinned,
                loaded,
                new OperationShapes(pinned.manifest()),
                options.credentials()
                        .map(source -> source.redactor(pinned.manifest()))
                        .orElse(Redactor.ofNothing()));
    }
}
