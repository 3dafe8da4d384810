package dev.airlock.cli.console.outcome;

import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;

/** Thrown when an installed connector was altered, or a signature of it does not verify. No flag overrides it; exit code 1. */
public final class RefusedConnector extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialised
    private final ConnectorName name;

    @SuppressWarnings("serial") // never serialised
    private final Failure failure;

    /** The connector of that name was refused with that failure. */
    public RefusedConnector(ConnectorName name, Failure failure) {
        super(failure.message(), null, false, false);
        this.name = name;
        this.failure = failure;
    }

    /** Returns the name of the refused connector. */
    public ConnectorName name() {
        return name;
    }

    /** Returns the failure with the reason. */
    public Failure failure() {
        return failure;
    }

    /** Prints the failure and returns the exit code. */
    public int print(Terminal terminal, boolean json) {
        if (json) {
            terminal.out().println(SafeJson.line(OutcomeDocument.of(failure.auditId(), outcome(), false)));
        } else {
            new FailureText(terminal).print(failure);
        }
        return ExitCode.FAILURE;
    }

    /** Returns the outcome of a call of it. */
    public Outcome outcome() {
        return new Outcome.Failed(failure, Usage.none(0), Transcript.EMPTY);
    }
}
