package dev.airlock.runtime;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.files.IntegrityCheck;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.load.Connector;
import java.time.Duration;

/** A loaded connector, for any number of calls at once. {@link Airlock#load} makes it. Thread-safe. */
public final class HostedConnector implements AutoCloseable {
    private final Connector connector;
    private final ConnectorIdentity recorded;
    private final CredentialSource credentials;
    private final OperationShapes shapes;
    private final IntegrityCheck integrity;

    HostedConnector(
            Connector connector,
            ConnectorIdentity recorded,
            CredentialSource credentials,
            OperationShapes shapes,
            IntegrityCheck integrity) {
        this.connector = connector;
        this.recorded = recorded;
        this.credentials = credentials;
        this.shapes = shapes;
        this.integrity = integrity;
    }

    /** Returns the connector as the sandbox runs it. */
    Connector connector() {
        return connector;
    }

    /** Returns the limits of each of its calls. */
    public Limits limits() {
        return connector.limits();
    }

    /** Returns how long its load took, waiting for a processor and for memory included. */
    public Duration loadTime() {
        return connector.loadTime();
    }

    /** Returns the connector as the audit log names it: name, version, publisher, hash. */
    public ConnectorIdentity recorded() {
        return recorded;
    }

    /** Returns its manifest. */
    public ConnectorManifest manifest() {
        return connector.manifest();
    }

    /** Returns its name, as messages and records show it. */
    public String name() {
        return manifest().connector().name().toString();
    }

    /**
     * Returns this connector as it was when it was loaded. It stays callable and gets its credentials, whatever happens to its files or to
     * the trust in its publisher. Closing one closes both.
     */
    public HostedConnector pinned() {
        return new HostedConnector(connector, recorded, credentials, shapes, IntegrityCheck.NONE);
    }

    /** Returns this connector for one call, which asks for its secrets once. */
    HostedConnector forCall(Cancellation cancellation) {
        CredentialSource own = credentials.forCall(
                new UntilCancelled(cancellation, () -> connector.limits().time(LimitName.WALL_TIME)));
        return own == credentials ? this : new HostedConnector(connector, recorded, own, shapes, integrity);
    }

    /** Returns the source of its secrets. */
    CredentialSource credentials() {
        return credentials;
    }

    /** @throws IllegalStateException if it is closed */
    void requireOpen() {
        if (connector.isClosed()) {
            throw new IllegalStateException(name() + " is closed; load it again");
        }
    }

    /** Returns the check that its files are still the loaded ones. */
    IntegrityCheck integrity() {
        return integrity;
    }

    /** Returns the shapes of its operations, from its manifest. */
    OperationShapes shapes() {
        return shapes;
    }

    /** Returns the redactor for records of its calls. */
    Redactor secrets() {
        return credentials.redactor(manifest());
    }

    /** Releases its code and memory once its last call is over. An unclosed connector stays until it is unreachable. */
    @Override
    public void close() {
        connector.close();
    }
}
