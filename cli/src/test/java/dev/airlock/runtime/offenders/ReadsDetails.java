package dev.airlock.runtime.offenders;

import dev.airlock.failures.Failure;

/** Breaks a rule of the house on purpose. */
public final class ReadsDetails {
    private ReadsDetails() {}

    static boolean uses(Failure failure) {
        return "fuel".equals(failure.details().get("limit"));
    }
}
