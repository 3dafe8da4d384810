package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.AuditStore;

class MemoryAuditTest extends AuditStoreContract {
    @Override
    AuditStore newStore() {
        return AuditStore.inMemory();
    }
}
