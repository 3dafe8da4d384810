package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.manifests.parsing.Problem;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether a connector can be called. */
public sealed interface LoadOutcome {
    /** It can. */
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

    /** Its module does not fit its manifest, or cannot run; the audit log has why. */
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
     * @param problems everything that is wrong with it, in the order of the file
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

    /** Its caller was interrupted, or the runtime was closed, before the load was done. Load it again. */
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

    /** Takes the outcome apart: applies the function of its case. */
    <T> T match(
            Function<Loaded, T> loaded,
            Function<Refused, T> refused,
            Function<Invalid, T> invalid,
            Function<Cancelled, T> cancelled);

    /**
     * The connector, for a caller who knows that it can be called.
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
