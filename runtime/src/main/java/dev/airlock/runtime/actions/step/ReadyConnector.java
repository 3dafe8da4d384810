package dev.airlock.runtime.actions.step;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.actions.source.PinnedConnector;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.load.Connector;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A loaded connector with the schemas of its operations. Thread-safe.
 *
 * @param credentials the source of its secrets; empty: the sandbox's
 */
public record ReadyConnector(
        PinnedConnector pinned, Connector loaded, OperationShapes shapes, Optional<CredentialSource> credentials) {
    public ReadyConnector(PinnedConnector pinned, Connector loaded, LoadOptions options) {
        this(pinned, loaded, new OperationShapes(pinned.manifest()), options.credentials());
    }

    /**
     * Returns this connector for one run of an action, which asks for its secrets once.
     *
     * @param left the rest of the caller's time; empty: each step has its connector's time
     */
    public ReadyConnector forRun(Cancellation cancellation, Supplier<Optional<Duration>> left) {
        Duration most = loaded.limits().time(LimitName.WALL_TIME);
        Deadline run = new UntilCancelled(
                cancellation,
                () -> left.get().filter(less -> less.compareTo(most) < 0).orElse(most));
        return new ReadyConnector(pinned, loaded, shapes, credentials.map(source -> source.forCall(run)));
    }

    /** Returns the redactor for records of its calls. */
    public Redactor secrets() {
        return credentials.map(source -> source.redactor(pinned.manifest())).orElse(Redactor.ofNothing());
    }
}
