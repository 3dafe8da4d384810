package dev.airlock.sandbox;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.Optional;

/**
 * What is to be loaded and how.
 *
 * @param limits those that hold for it, whoever set them
 * @param tier how its functions are to be executed; empty: interpreted until they are compiled in the background
 * @param credentials where its secrets come from
 */
record LoadRequest(ConnectorManifest manifest, Limits limits, Optional<Tier> tier, CredentialSource credentials) {
    /** The connector's name, as messages show it. */
    String name() {
        return manifest.connector().name().toString();
    }

    /** Name and version, for a person who looks at what is kept of it. */
    String label() {
        return name() + "@" + manifest.connector().version();
    }

    boolean wants(Tier one) {
        return tier.isPresent() && tier.get() == one;
    }
}
