package dev.airlock.guest;

/**
 * A class of an embedder's that has the name of a guest's machine. It is on the class path of every test of the sandbox, and none of them
 * would pass if it were taken for the guest's.
 */
public final class Module {
    private Module() {}
}
