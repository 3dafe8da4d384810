package dev.airlock.sandbox.state;

import java.util.function.Function;

/**
 * Where the state of connectors is kept. Each connector sees its own and nothing else.
 *
 * <p>{@link #inMemory} is the default; {@link SqliteStateStore} keeps it in a file, for all processes of one machine. Thread-safe.
 */
public interface StateStore extends AutoCloseable {
    /**
     * Runs work in one transaction: all of its changes last, or none does. Whatever else works on the same store, in this
     * process or another, happens before or after it.
     *
     * @param guard asked before anything waits and before anything lasts
     * @param connector whose state it is: the key of its identity
     * @param nowMillis what counts as ended, in milliseconds since 1970
     * @throws StateUnavailableException if the store cannot be used
     */
    <T> T transact(StateGuard guard, String connector, long nowMillis, Function<StateRows, T> work);

    /**
     * Does beforehand what the first transaction would wait for, as far as that is possible now: a connector that uses state is
     * loaded, and its calls are not to pay for it. What does not work is left to that transaction, which says so.
     */
    default void prepare() {}

    /** State in this process's memory, gone when the store is closed. */
    static StateStore inMemory() {
        return new MemoryStateStore();
    }

    /** Closes what is open; changes last already. */
    @Override
    void close();
}
