package dev.airlock.runtime.recovery.store;

class MemoryConversationsTest extends ConversationStoreContract {
    private final RecoveryStore store = RecoveryStore.inMemory();

    @Override
    public RecoveryStore open() {
        return store;
    }
}
