package dev.airlock.sandbox.offenders;

/** Breaks a rule of the house on purpose. */
public final class Remembers {
    private static int calls;

    private Remembers() {}

    static int uses() {
        return ++calls;
    }
}
