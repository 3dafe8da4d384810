package dev.airlock.sandbox.offenders.two;

import dev.airlock.sandbox.offenders.one.One;

/** Breaks a rule of the house on purpose. */
public final class Two {
    private Two() {}

    public static Object other() {
        return One.other();
    }
}
