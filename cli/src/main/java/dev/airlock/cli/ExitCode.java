package dev.airlock.cli;

import dev.airlock.sandbox.Outcome;

/** What the command's exit codes mean. */
final class ExitCode {
    /** It worked, wholly, partly or degraded. */
    static final int SUCCESS = 0;
    /** A structured failure, or problems that a check found. */
    static final int FAILURE = 1;
    /** The command could not be carried out: usage, configuration. */
    static final int USAGE = 2;
    /** Cancelled. */
    static final int CANCELLED = 130;

    private ExitCode() {}

    /** That of a call. */
    static int of(Outcome outcome) {
        if (outcome instanceof Outcome.Succeeded) {
            return SUCCESS;
        }
        return outcome instanceof Outcome.Failed ? FAILURE : CANCELLED;
    }
}
