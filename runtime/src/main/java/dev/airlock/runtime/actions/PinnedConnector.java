package dev.airlock.runtime.actions;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.actions.Action.RequiredConnector;
import dev.airlock.runtime.audit.AuditSubject;
import java.util.TreeMap;

/**
 * A connector whose bytes are those that an action pins.
 *
 * @param required what the action says of it
 * @param files its bytes, which were hashed
 * @param manifest its manifest, out of these bytes
 */
public record PinnedConnector(RequiredConnector required, ConnectorFiles files, ConnectorManifest manifest) {
    /** What records say of it. */
    public AuditSubject.ConnectorIdentity recorded() {
        String hash = required.hash();
        return files.identity()
                .map(known -> AuditSubject.ConnectorIdentity.of(manifest, known, hash))
                .orElseGet(() -> new AuditSubject.ConnectorIdentity(
                        required.name().toString(), required.version().toString(), "", hash));
    }

    /** What is the same for two only if everything that their calls depend on is. */
    String key() {
        return required.reference() + " " + required.hash() + " "
                + files.identity().map(known -> known.key()).orElse("") + " " + new TreeMap<>(files.settings());
    }
}
