package dev.airlock.sandbox.offenders;

/** Breaks a rule of the house on purpose. */
public final class LooksAtTheClock {
    private LooksAtTheClock() {}

    static long uses() {
        return System.currentTimeMillis();
    }
}
