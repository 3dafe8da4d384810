package dev.airlock.sandbox;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import java.util.Optional;

/**
 * What is to be loaded and how.
 *
 * @param limits those that hold for it, whoever set them
 * @param tier how its functions are to be executed; empty: interpreted until they are compiled in the background
 * @param identity who it is; empty: nobody verified its name
 * @param credentials where its secrets come from
 */
record LoadRequest(
        ConnectorManifest manifest,
        Limits limits,
        Optional<Tier> tier,
        Optional<ConnectorIdentity> identity,
        CredentialSource credentials) {
    /** The connector's name, as messages show it. */
    String name() {
        return manifest.connector().name().toString();
    }

    /** Name and version, for a person who looks at what is kept of it. */
    String label() {
        return name() + "@" + manifest.connector().version();
    }

    /** What its state is kept under. A name that nobody verified never leads to the state of one that somebody did. */
    String stateKey() {
        return identity.map(ConnectorIdentity::key).orElseGet(() -> "unverified " + name());
    }

    boolean wants(Tier one) {
        return tier.isPresent() && tier.get() == one;
    }
}
