package dev.airlock.runtime.audit.offenders;

import dev.airlock.runtime.recovery.Recoveries;

/** Breaks a rule of the house on purpose. */
public final class UsesTheEngine {
    private UsesTheEngine() {}

    static Object uses(Recoveries recoveries) {
        return recoveries.conversations();
    }
}
