package dev.airlock.sandbox;

import dev.airlock.failures.Failure;
import java.util.function.Function;

/** Whether a connector can run at all. */
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
     * @param loadMillis how long it took to find out, waiting included
     * @param waitMillis how long it waited for a processor and for memory
     */
    record Refused(Failure failure, long loadMillis, long waitMillis) implements LoadResult {
        /** What a call of the connector comes to. */
        public Outcome.Failed outcome() {
            return new Outcome.Failed(failure, Usage.none(loadMillis), Transcript.EMPTY);
        }

        @Override
        public <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled) {
            return refused.apply(this);
        }
    }

    /**
     * Its caller was interrupted, so whether the connector can run is not known.
     *
     * @param loadMillis how long the load took until then, waiting included
     * @param waitMillis how long it waited for a processor and for memory
     */
    record Cancelled(long loadMillis, long waitMillis) implements LoadResult {
        /** What a call of the connector comes to. */
        public Outcome.Cancelled outcome() {
            return Outcome.Cancelled.beforehand(loadMillis);
        }

        @Override
        public <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled) {
            return cancelled.apply(this);
        }
    }

    /** Takes the result apart: applies the function of its case. */
    <T> T match(Function<Loaded, T> loaded, Function<Refused, T> refused, Function<Cancelled, T> cancelled);

    /** What a call comes to that needs the connector: made if it is ready, else failed or cancelled as the load was. */
    default Outcome call(Function<Connector, Outcome> call) {
        return match(loaded -> call.apply(loaded.connector()), Refused::outcome, Cancelled::outcome);
    }
}
