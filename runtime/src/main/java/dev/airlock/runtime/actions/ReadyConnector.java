package dev.airlock.runtime.actions;

import dev.airlock.failures.LimitName;
import dev.airlock.failures.Redactor;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.load.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

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

    /**
     * The same for one run of an action, whose secrets are asked for once.
     *
     * @param left what is left of the time that its caller gave; empty: each step has its connector's time
     */
    ReadyConnector forRun(Cancellation cancellation, Supplier<Optional<Duration>> left) {
        Duration most = loaded.limits().time(LimitName.WALL_TIME);
        Deadline run = new UntilCancelled(
                cancellation,
                () -> left.get().filter(less -> less.compareTo(most) < 0).orElse(most));
        return new ReadyConnector(pinned, loaded, shapes, credentials.map(source -> source.forCall(run)));
    }

    /** Takes out what no record of its calls may hold. */
    Redactor secrets() {
        return credentials.map(source -> source.redactor(pinned.manifest())).orElse(Redactor.ofNothing());
    }
}
