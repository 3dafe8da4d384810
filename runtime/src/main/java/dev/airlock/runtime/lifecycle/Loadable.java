package dev.airlock.runtime.lifecycle;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.time.Duration;

/**
 * A connector to load.
 *
 * @param manifest its manifest, read from its bytes
 * @param files its bytes
 * @param identity its identity
 * @param credentials the source of its secrets
 * @param options how it is loaded
 * @param shapes the shapes of its operations, read once from its manifest
 */
public record Loadable(
        ConnectorManifest manifest,
        ConnectorFiles files,
        ConnectorIdentity identity,
        CredentialSource credentials,
        LoadOptions options,
        OperationShapes shapes) {
    /** Returns the connector as the audit log names it. Hashes its bytes, which takes a while. */
    public AuditSubject.ConnectorIdentity recorded() {
        return AuditSubject.ConnectorIdentity.of(manifest, identity, files.hash());
    }

    /** Returns this connector for one call, which asks for its secrets once. */
    public Loadable forCall(Cancellation cancellation) {
        return new Loadable(
                manifest,
                files,
                identity,
                credentials.forCall(new UntilCancelled(cancellation, this::wallTime)),
                options,
                shapes);
    }

    private Duration wallTime() {
        return Duration.ofMillis(options.limits()
                .getOrDefault(LimitName.WALL_TIME, manifest.limits().get(LimitName.WALL_TIME)));
    }

    /** Returns the redactor for records of its calls. */
    public Redactor secrets() {
        return credentials.redactor(manifest);
    }
}
