package dev.airlock.manifests.offenders;

import dev.airlock.sandbox.api.Cancellation;

/** Breaks a rule of the house on purpose. */
public final class UsesSandbox {
    private UsesSandbox() {}

    static Object uses() {
        return new Cancellation();
    }
}
