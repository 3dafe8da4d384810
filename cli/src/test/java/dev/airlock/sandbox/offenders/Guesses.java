package dev.airlock.sandbox.offenders;

/** Breaks a rule of the house on purpose. */
public final class Guesses {
    private Guesses() {}

    static double uses() {
        return Math.random();
    }
}
