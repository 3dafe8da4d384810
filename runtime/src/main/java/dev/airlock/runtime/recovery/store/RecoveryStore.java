package dev.airlock.runtime.recovery.store;

/**
 * The stores of recovery. {@code SqliteRecoveryStore} keeps them durably in a file, for all processes of one machine; {@link #inMemory}
 * keeps them while it is open. Every method may be called from several threads, and throws {@link StoreUnavailableException} if the data
 * cannot be read or made durable.
 */
public interface RecoveryStore extends AutoCloseable {
    /** Returns the idempotency keys with the outcomes of their calls. */
    KeyStore keys();

    /** Returns the calls of conversations that run, or whose end matters to a repetition. */
    ConversationStore conversations();

    /** Returns the calls that can be reversed, each once. */
    ReversalStore reversals();

    /** Returns the failures that wait for a person. */
    ReviewStore reviews();

    /** Returns the circuits of all processes. */
    CircuitStore circuits();

    /** Returns a store in memory, which is lost when it is closed. */
    static RecoveryStore inMemory() {
        return new MemoryRecoveryStore();
    }

    @Override
    void close();
}
