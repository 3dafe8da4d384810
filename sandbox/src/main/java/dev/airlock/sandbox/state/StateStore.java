package dev.airlock.sandbox.state;

import java.util.function.Function;

/**
 * A store for the state of connectors. Each connector sees its own and nothing else.
 *
 * <p>{@link #inMemory} is the default; {@link SqliteStateStore} keeps the state in a file, for all processes of one
 * machine. Thread-safe.
 */
public interface StateStore extends AutoCloseable {
    /**
     * Runs work in one transaction: all of its changes take effect, or none does. Other work on the same store, in this
     * process or another, happens before or after it.
     *
     * @param guard asked before anything waits and before anything is committed
     * @param connector whose state it is: the key of its identity
     * @param nowMillis the time by which rows expire, in milliseconds since 1970
     * @throws StateUnavailableException if the store cannot be used
     */
    <T> T transact(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work);

    /**
     * Prepares the first transaction as far as possible now, since a connector that uses state was loaded and its calls
     * should not pay for it. A problem is left to that transaction to report.
     */
    default void prepare() {}

    /** Returns a store in this process's memory, which is lost when the store is closed. */
    static StateStore inMemory() {
        return new MemoryStateStore();
    }

    /** Closes the store; every change already lasts. */
    @Override
    void close();
}
