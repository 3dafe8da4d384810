package dev.airlock.sandbox.offenders.bare;

/** Breaks a rule of the house on purpose. */
public final class Unmarked {
    private Unmarked() {}
}
