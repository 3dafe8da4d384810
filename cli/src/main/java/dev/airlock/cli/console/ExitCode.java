package dev.airlock.cli.console;

import dev.airlock.sandbox.api.Outcome;

/** The exit codes of the command. */
public final class ExitCode {
    /** Success, whole, partial or degraded. */
    public static final int SUCCESS = 0;
    /** A structured failure, or problems that a check found. */
    public static final int FAILURE = 1;
    /** The command could not be carried out: usage, configuration. */
    public static final int USAGE = 2;
    /** Cancelled. */
    public static final int CANCELLED = 130;

    private ExitCode() {}

    /** Returns the exit code for the outcome of a call. */
    public static int of(Outcome outcome) {
        return outcome.match(succeeded -> SUCCESS, failed -> FAILURE, cancelled -> CANCELLED);
    }
}
