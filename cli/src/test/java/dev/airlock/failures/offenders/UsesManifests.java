package dev.airlock.failures.offenders;

import dev.airlock.formats.text.Parsed;

/** Breaks a rule of the house on purpose. */
public final class UsesManifests {
    private UsesManifests() {}

    static Object uses() {
        return Parsed.ok("");
    }
}
