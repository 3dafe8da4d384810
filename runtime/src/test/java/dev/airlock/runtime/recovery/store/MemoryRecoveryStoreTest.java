package dev.airlock.runtime.recovery.store;

class MemoryRecoveryStoreTest extends RecoveryStoreContract {
    private final RecoveryStore store = RecoveryStore.inMemory();

    @Override
    RecoveryStore open() {
        return store;
    }
}
