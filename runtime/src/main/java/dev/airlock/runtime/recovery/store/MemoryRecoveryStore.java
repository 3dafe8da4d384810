package dev.airlock.runtime.recovery.store;

import java.util.function.Supplier;

/** Recovery's memory in this process: everything is done by one after the other. */
final class MemoryRecoveryStore implements RecoveryStore {
    private final KeyStore keys = new MemoryKeys(this);
    private final ConversationStore conversations = new MemoryConversations(this);
    private final ReversalStore reversals = new MemoryReversals(this);
    private final ReviewStore reviews = new MemoryReviews(this);
    private final CircuitStore circuits = new MemoryCircuits(this);
    private boolean closed;

    /** Does it all, alone. */
    synchronized <T> T alone(Supplier<T> work) {
        if (closed) {
            throw StoreUnavailableException.closed();
        }
        return work.get();
    }

    /** The same of what gives nothing back. */
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
