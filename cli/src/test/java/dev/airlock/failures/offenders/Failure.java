package dev.airlock.failures.offenders;

/** Breaks a rule of the house on purpose. */
public final class Failure {
    public Failure() {}
}
