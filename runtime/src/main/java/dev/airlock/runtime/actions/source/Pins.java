package dev.airlock.runtime.actions.source;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.runtime.settings.ConnectorSettings;

/** Checks the connectors of a source against an action's pins. */
public final class Pins {
    private static final String NEXT =
            "Look at the changes. If you want them, pin the new hash in the action's file; else restore the connector.";

    private Pins() {}

    /** The result of a check. */
    public sealed interface Pin {
        /** The connector is the pinned one. */
        record Holds(PinnedConnector connector) implements Pin {}

        /** The connector is not the pinned one, or cannot be used. */
        record Broken(Failure failure) implements Pin {}
    }

    /** Checks the connector that the source has now. */
    public static Pin pin(RequiredConnector required, ConnectorSource source, AuditId auditId) {
        ConnectorSource.Found found = source.find(required);
        if (found instanceof ConnectorSource.Found.Missing missing) {
            return broken(required, "none", auditId, missing.why());
        }
        if (found instanceof ConnectorSource.Found.Refused refused) {
            return new Pin.Broken(Failure.signatureFailure(
                    auditId, required.reference().toString(), refused.why(), "Install it again from its publisher."));
        }
        ConnectorFiles files = ((ConnectorSource.Found.Files) found).files();
        String hash = files.hash();
        return hash.equals(required.hash()) ? read(required, files, auditId) : broken(required, hash, auditId, NEXT);
    }

    private static Pin broken(RequiredConnector required, String hash, AuditId auditId, String next) {
        return new Pin.Broken(
                Failure.hashMismatch(auditId, required.reference().toString(), required.hash(), hash, next));
    }

    private static Pin read(RequiredConnector required, ConnectorFiles files, AuditId auditId) {
        ManifestResult result = ManifestReader.read("manifest.toml", files.manifest());
        if (result instanceof ManifestResult.Problems wrong) {
            return unusable(
                    required,
                    auditId,
                    "its manifest has problems, the first at "
                            + wrong.problems().get(0));
        }
        Parsed<ConnectorManifest> configured = ConnectorSettings.configured(result.orThrow(), files.settings());
        if (configured instanceof Parsed.Wrong<ConnectorManifest> wrong) {
            return new Pin.Broken(
                    Failure.connectorRuntimeError(auditId, Reason.BAD_INPUT, wrong.message() + ".", Details.none()));
        }
        PinnedConnector pinned = new PinnedConnector(required, files, configured.orThrow());
        String own = pinned.manifest().connector().reference().toString();
        return own.equals(required.reference().toString())
                ? new Pin.Holds(pinned)
                : unusable(required, auditId, "its own manifest calls it " + own);
    }

    private static Pin unusable(RequiredConnector required, AuditId auditId, String why) {
        return new Pin.Broken(unusable(required.reference().toString(), auditId, why));
    }

    /** Returns the failure for a pinned connector that cannot be used. */
    public static Failure unusable(String connector, AuditId auditId, String why) {
        return Failure.connectorRuntimeError(
                auditId,
                Reason.INVALID_MODULE,
                connector + " has the pinned hash, but cannot be used: " + why
                        + ". This is a fault of the connector; report it to its author.",
                Details.none());
    }
}
