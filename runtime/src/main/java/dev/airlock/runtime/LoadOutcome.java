package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.formats.text.Problem;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The outcome of loading a connector. */
public sealed interface LoadOutcome {
    /** The connector can be called. */
    record Loaded(HostedConnector connector) implements LoadOutcome {
        @Override
        public <T> T match(
                Function<Loaded, T> loaded,
                Function<Refused, T> refused,
                Function<Invalid, T> invalid,
                Function<Cancelled, T> cancelled) {
            return loaded.apply(this);
        }
    }

    /** Its module does not fit its manifest, or cannot run. The audit log has the reason. */
    record Refused(Failure failure) implements LoadOutcome {
        @Override
        public <T> T match(
                Function<Loaded, T> loaded,
                Function<Refused, T> refused,
                Function<Invalid, T> invalid,
                Function<Cancelled, T> cancelled) {
            return refused.apply(this);
        }
    }

    /**
     * Its manifest is wrong, or one of its settings has no value.
     *
     * @param problems every problem, in the order of the file
     */
    record Invalid(List<Problem> problems) implements LoadOutcome {
        /** Copies the list. */
        public Invalid {
            problems = List.copyOf(problems);
        }

        @Override
        public <T> T match(
                Function<Loaded, T> loaded,
                Function<Refused, T> refused,
                Function<Invalid, T> invalid,
                Function<Cancelled, T> cancelled) {
            return invalid.apply(this);
        }
    }

    /** The caller was interrupted or the runtime was closed before the load was done. Load it again. */
    record Cancelled() implements LoadOutcome {
        @Override
        public <T> T match(
                Function<Loaded, T> loaded,
                Function<Refused, T> refused,
                Function<Invalid, T> invalid,
                Function<Cancelled, T> cancelled) {
            return cancelled.apply(this);
        }
    }

    /** Applies the function for this case. */
    <T> T match(
            Function<Loaded, T> loaded,
            Function<Refused, T> refused,
            Function<Invalid, T> invalid,
            Function<Cancelled, T> cancelled);

    /**
     * Returns the connector, for a caller who knows that it can be called.
     *
     * @throws IllegalArgumentException saying why it cannot
     * @throws CancellationException if the load was cancelled
     */
    default HostedConnector orThrow() {
        return match(
                Loaded::connector,
                refused -> {
                    throw new IllegalArgumentException(refused.failure().message());
                },
                invalid -> {
                    throw new IllegalArgumentException(
                            invalid.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
                },
                cancelled -> {
                    throw new CancellationException("the load was interrupted");
                });
    }
}
