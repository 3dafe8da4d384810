package dev.airlock.cli;

import dev.airlock.failures.Failure;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;

/** An installed connector is not as it was installed, or a signature of it does not verify. No flag passes it; exit code 1. */
final class RefusedConnector extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never serialised
    private final ConnectorName name;

    @SuppressWarnings("serial") // never serialised
    private final Failure failure;

    RefusedConnector(ConnectorName name, Failure failure) {
        super(failure.message(), null, false, false);
        this.name = name;
        this.failure = failure;
    }

    ConnectorName name() {
        return name;
    }

    Failure failure() {
        return failure;
    }

    /** Says what is wrong. */
    int print(Terminal terminal, boolean json) {
        if (json) {
            terminal.out().println(SafeJson.line(OutcomeDocument.of(outcome())));
        } else {
            new FailureText(terminal).print(failure);
        }
        return ExitCode.FAILURE;
    }

    /** What a call of it comes to. */
    Outcome outcome() {
        return new Outcome.Failed(failure, Usage.none(0), Transcript.EMPTY);
    }
}
