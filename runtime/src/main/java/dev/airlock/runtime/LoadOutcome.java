package dev.airlock.runtime;

import dev.airlock.failures.Failure;
import dev.airlock.manifests.parsing.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Whether a connector can be called. */
public sealed interface LoadOutcome {
    /** It can. */
    record Loaded(HostedConnector connector) implements LoadOutcome {}

    /** Its module does not fit its manifest, or cannot run; the audit log has why. */
    record Refused(Failure failure) implements LoadOutcome {}

    /**
     * Its manifest is wrong.
     *
     * @param problems everything that is wrong with it, in the order of the file
     */
    record Invalid(List<Problem> problems) implements LoadOutcome {
        /** Copies the list. */
        public Invalid {
            problems = List.copyOf(problems);
        }
    }

    /**
     * The connector, for a caller who knows that it can be called.
     *
     * @throws IllegalArgumentException saying why it cannot
     */
    default HostedConnector orThrow() {
        if (this instanceof Loaded loaded) {
            return loaded.connector();
        }
        throw new IllegalArgumentException(
                this instanceof Refused refused
                        ? refused.failure().message()
                        : ((Invalid) this)
                                .problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
}
