package dev.airlock.sandbox.offenders;

/** Breaks a rule of the house on purpose. */
public final class Prints {
    private Prints() {}

    static void uses() {
        System.out.println();
    }
}
