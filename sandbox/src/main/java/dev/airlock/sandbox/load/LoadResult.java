package dev.airlock.sandbox.load;

import dev.airlock.failures.Failure;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.util.function.Function;

/** The result of a load: whether a connector can run at all. */
public sealed interface LoadResult {
    /** The connector is ready. */
    record Loaded(Connector connector) implements LoadResult {
        @Override
        public <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled) {
            return loaded.apply(this);
        }
    }

    /**
     * The connector cannot run.
     *
     * @param failure why, with everything that is wrong with its imports at once
     * @param loadMillis how long the load took until then, waiting included
     * @param waitMillis how long it waited for a processor and for memory
     */
    record Refused(Failure failure, long loadMillis, long waitMillis) implements LoadResult {
        /** The outcome of a call of the connector. */
        public Outcome.Failed outcome() {
            return new Outcome.Failed(failure, Usage.none(loadMillis), Transcript.EMPTY);
        }

        @Override
        public <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled) {
            return refused.apply(this);
        }
    }

    /**
     * The caller was interrupted, so it is not known whether the connector can run.
     *
     * @param loadMillis how long the load took until then, waiting included
     * @param waitMillis how long it waited for a processor and for memory
     */
    record Cancelled(long loadMillis, long waitMillis) implements LoadResult {
        /** The outcome of a call of the connector. */
        public Outcome.Cancelled outcome() {
            return Outcome.Cancelled.beforehand(loadMillis);
        }

        @Override
        public <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled) {
            return cancelled.apply(this);
        }
    }

    /** Applies the function of this result's case. */
    <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled);

    /**
     * Returns the outcome of a call that needs the connector: makes the call if the connector is ready, else fails or
     * is cancelled like the load.
     */
    default Outcome call(Function<Connector, Outcome> call) {
        return match(loaded -> call.apply(loaded.connector()), Refused::outcome, Cancelled::outcome);
    }
}
