package dev.airlock.sandbox.offenders;

/** Breaks a rule of the house on purpose. */
public final class Exits {
    private Exits() {}

    static void uses() {
        System.exit(0);
    }
}
