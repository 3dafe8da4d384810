package dev.airlock.sandbox.offenders.one;

import dev.airlock.sandbox.offenders.two.Two;

/** Breaks a rule of the house on purpose. */
public final class One {
    private One() {}

    public static Object other() {
        return Two.other();
    }
}
