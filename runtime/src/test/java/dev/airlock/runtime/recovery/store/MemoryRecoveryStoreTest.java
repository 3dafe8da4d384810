package dev.airlock.runtime.recovery.store;

class MemoryRecoveryStoreTest extends RecoveryStoreContract {
    private final RecoveryStore store = RecoveryStore.inMemory();

    @Override
    public RecoveryStore open() {
        return store;
    }
}
