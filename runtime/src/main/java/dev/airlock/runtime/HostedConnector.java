package dev.airlock.runtime;

import dev.airlock.failures.LimitName;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.audit.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.packages.IntegrityCheck;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.Connector;
import dev.airlock.sandbox.host.credentials.CredentialSource;

/** A connector that is loaded, for any number of calls at once. Made by {@link Airlock#load}. Thread-safe. */
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

    /** The connector as the sandbox runs it: its limits, how its functions are executed. */
    public Connector connector() {
        return connector;
    }

    /** The connector as the audit log names it: name, version, publisher, hash. */
    public ConnectorIdentity recorded() {
        return recorded;
    }

    /** Its manifest. */
    public ConnectorManifest manifest() {
        return connector.manifest();
    }

    /** Its name, as messages and records show it. */
    public String name() {
        return manifest().connector().name().toString();
    }

    /**
     * The same connector as it was when it was loaded: whatever becomes of its files and of the trust in its publisher, it is called, and
     * its credentials are injected. To close one closes both.
     */
    public HostedConnector frozen() {
        return new HostedConnector(connector, recorded, credentials, shapes, IntegrityCheck.NONE);
    }

    /** The same for one call, whose secrets are asked for once. */
    HostedConnector forCall(Cancellation cancellation) {
        CredentialSource own = credentials.forCall(
                new UntilCancelled(cancellation, () -> connector.limits().time(LimitName.WALL_TIME)));
        return own == credentials ? this : new HostedConnector(connector, recorded, own, shapes, integrity);
    }

    /** Where its secrets come from. */
    CredentialSource credentials() {
        return credentials;
    }

    /** @throws IllegalStateException if it is closed */
    void requireOpen() {
        if (connector.isClosed()) {
            throw new IllegalStateException(name() + " is closed; load it again");
        }
    }

    /** Whether it is still what lies where it came from. */
    IntegrityCheck integrity() {
        return integrity;
    }

    /** What its manifest says of its operations. */
    OperationShapes shapes() {
        return shapes;
    }

    /** Takes out what no record of a call may hold. */
    Redactor secrets() {
        return credentials.redactor(manifest());
    }

    /** Lets its code and memory go once its last call is over. Whoever does not close it keeps it until nobody refers to it. */
    @Override
    public void close() {
        connector.close();
    }
}
