package dev.airlock.guest;

/**
 * A class of an embedder's that has the name of a guest's machine. It is on the class path of every test of the sandbox, and
 * {@code TiersDifferentialTest}, whose guests have this name, would not pass if it were taken for theirs.
 */
public final class Module {
    private Module() {}
}
