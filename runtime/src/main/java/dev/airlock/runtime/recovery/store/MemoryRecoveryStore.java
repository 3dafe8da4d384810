package dev.airlock.runtime.recovery.store;

import java.util.function.Supplier;

/** Recovery's stores in the memory of this process. Operations run one at a time. */
final class MemoryRecoveryStore implements RecoveryStore {
    private final KeyStore keys = new MemoryKeys(this);
    private final ConversationStore conversations = new MemoryConversations(this);
    private final ReversalStore reversals = new MemoryReversals(this);
    private final ReviewStore reviews = new MemoryReviews(this);
    private final CircuitStore circuits = new MemoryCircuits(this);
    private boolean closed;

    /** Runs the work alone. */
    synchronized <T> T alone(Supplier<T> work) {
        if (closed) {
            throw StoreUnavailableException.closed();
        }
        return work.get();
    }

    /** Runs work without a result alone. */
    void alone(Runnable work) {
        boolean unused = alone(() -> {
            work.run();
            return true;
        });
    }

    @Override
    public KeyStore keys() {
        return keys;
    }

    @Override
    public ConversationStore conversations() {
        return conversations;
    }

    @Override
    public ReversalStore reversals() {
        return reversals;
    }

    @Override
    public ReviewStore reviews() {
        return reviews;
    }

    @Override
    public CircuitStore circuits() {
        return circuits;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
