package dev.airlock.runtime.recovery.store;

/**
 * Memory of recovery: {@link SqliteRecoveryStore} keeps it in a file, durably, for all processes of one machine; {@link #inMemory} while
 * it is open. Every method may be called from several threads, and throws {@link StoreUnavailableException} if what it says cannot be read or made durable.
 */
public interface RecoveryStore extends AutoCloseable {
    /** Idempotency keys and the outcomes of their calls. */
    KeyStore keys();

    /** Calls of conversations that run, or ended so that a repetition has to know of it. */
    ConversationStore conversations();

    /** Calls that can be reversed, each once. */
    ReversalStore reversals();

    /** Failures that wait for a person. */
    ReviewStore reviews();

    /** Circuits as other processes left them. */
    CircuitStore circuits();

    /** A memory that is gone when it is closed. */
    static RecoveryStore inMemory() {
        return new MemoryRecoveryStore();
    }

    @Override
    void close();
}
