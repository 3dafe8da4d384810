package dev.airlock.failures.offenders;

import dev.airlock.manifests.names.ContentHash;

/** Breaks a rule of the house on purpose. */
public final class UsesManifests {
    private UsesManifests() {}

    static Object uses() {
        return ContentHash.parse("");
    }
}
