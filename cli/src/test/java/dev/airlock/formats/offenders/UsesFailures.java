package dev.airlock.formats.offenders;

import dev.airlock.failures.AuditId;

/** Breaks a rule of the house on purpose. */
public final class UsesFailures {
    private UsesFailures() {}

    static Object uses() {
        return AuditId.random();
    }
}
