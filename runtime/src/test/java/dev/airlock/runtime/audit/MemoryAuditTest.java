package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import org.junit.jupiter.api.Test;

class MemoryAuditTest extends AuditStoreContract {
    @Override
    protected AuditStore newStore() {
        return AuditStore.inMemory();
    }

    /** A thread that wakes up by itself would wait for a time, not for an event. */
    @Test
    void theWriterSleepsUntilSomethingIsToBeWritten() {
        try (AuditLog log =
                AuditLog.builder(newStore(), CheckpointKey.ephemeral()).build()) {
            log.outcome(Logs.success(Logs.subject()));

            await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().equals("airlock-audit"))
                    .extracting(Thread::getState)
                    .containsOnly(Thread.State.WAITING));
        }
    }
}
