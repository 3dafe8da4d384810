package dev.airlock.runtime;

import dev.airlock.failures.LimitName;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ConnectorFiles;
import dev.airlock.runtime.audit.AuditSubject;
import dev.airlock.runtime.schema.OperationShapes;
import dev.airlock.runtime.secrets.UntilCancelled;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.LoadOptions;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.time.Duration;

/**
 * A connector that is to be loaded.
 *
 * @param manifest its manifest, out of its bytes
 * @param files its bytes
 * @param identity who it is
 * @param credentials where its secrets come from
 * @param options how it is loaded
 * @param shapes what its manifest says of its operations, read once
 */
record Loadable(
        ConnectorManifest manifest,
        ConnectorFiles files,
        ConnectorIdentity identity,
        CredentialSource credentials,
        LoadOptions options,
        OperationShapes shapes) {
    /** As the audit log names it. Hashes its bytes, which takes a while. */
    AuditSubject.ConnectorIdentity recorded() {
        return AuditSubject.ConnectorIdentity.of(manifest, identity, files.hash());
    }

    /** The same for one call, whose secrets are asked for once. */
    Loadable forCall(Cancellation cancellation) {
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

    /** Takes out what no record of its calls may hold. */
    Redactor secrets() {
        return credentials.redactor(manifest);
    }
}
