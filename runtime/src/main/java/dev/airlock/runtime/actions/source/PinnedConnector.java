package dev.airlock.runtime.actions.source;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.runtime.audit.event.AuditSubject;
import java.util.TreeMap;

/**
 * A connector whose bytes are those that an action pins.
 *
 * @param required the action's requirement
 * @param files its bytes, which were hashed
 * @param manifest its manifest, read from these bytes
 */
public record PinnedConnector(RequiredConnector required, ConnectorFiles files, ConnectorManifest manifest) {
    /** Returns its identity for records. */
    public AuditSubject.ConnectorIdentity recorded() {
        String hash = required.hash();
        return files.identity()
                .map(known -> AuditSubject.ConnectorIdentity.of(manifest, known, hash))
                .orElseGet(() -> new AuditSubject.ConnectorIdentity(
                        required.name().toString(), required.version().toString(), "", hash));
    }

    /** Returns a key that is equal for two connectors only if everything that their calls depend on is equal. */
    public String key() {
        return required.reference() + " " + required.hash() + " "
                + files.identity().map(known -> known.key()).orElse("") + " " + new TreeMap<>(files.settings());
    }
}
