package dev.airlock.runtime.actions;

import dev.airlock.failures.Redactor;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.Optional;

/**
 * A connector that is loaded, with the schemas of its operations. Thread-safe.
 *
 * @param credentials where its secrets come from; empty: from where the sandbox's do
 */
record ReadyConnector(
        PinnedConnector pinned, Connector loaded, OperationShapes shapes, Optional<CredentialSource> credentials) {
    ReadyConnector(PinnedConnector pinned, Connector loaded, LoadOptions options) {
        this(pinned, loaded, new OperationShapes(pinned.manifest()), options.credentials());
    }

    /** The same for one run of an action, whose secrets are asked for once. */
    ReadyConnector forRun(Cancellation cancellation) {
        return new ReadyConnector(
                pinned, loaded, shapes, credentials.map(source -> source.forCall(new UntilCancelled(cancellation))));
    }

    /** Takes out what no record of its calls may hold. */
    Redactor secrets() {
        return credentials.map(source -> source.redactor(pinned.manifest())).orElse(Redactor.ofNothing());
    }
}
