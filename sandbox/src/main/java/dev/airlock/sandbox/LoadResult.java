package dev.airlock.sandbox;

import dev.airlock.failures.Failure;

/** Whether a connector can run at all. */
public sealed interface LoadResult {
    /** The connector is ready. */
    record Loaded(Connector connector) implements LoadResult {}

    /**
     * The connector cannot run.
     *
     * @param failure why, with everything that is wrong with its imports at once
     * @param loadMillis how long it took to find out, waiting included
     * @param waitMillis how long it waited for a processor and for memory
     */
    record Refused(Failure failure, long loadMillis, long waitMillis) implements LoadResult {}
}
