package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqliteAuditTest extends AuditStoreContract {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    protected AuditStore newStore() {
        return AuditStore.sqlite(folder.resolve("data/audit.db"));
    }

    @Test
    void theFileIsItsOwnersAlone() throws IOException {
        CheckpointKey key = CheckpointKey.at(folder.resolve("own/audit.key"));
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(folder.resolve("own/audit.db")), key)
                .build()) {
            log.outcome(Logs.success(Logs.subject()));
        }

        assertThat(rights("own")).isEqualTo("rwx------");
        assertThat(rights("own/audit.db")).isEqualTo("rw-------");
        assertThat(rights("own/audit.key")).isEqualTo("rw-------");
    }

    @Test
    void theLogAndItsKeyAreThereAgainAfterARestart() throws IOException {
        Path file = folder.resolve("again/audit.db");
        Path keyFile = folder.resolve("again/audit.key");
        AuditSubject subject = Logs.subject();
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file), CheckpointKey.at(keyFile))
                .build()) {
            log.intent(Logs.intent(subject));
        }
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file), CheckpointKey.at(keyFile))
                .build()) {
            log.outcome(Logs.success(subject));
            assertThat(log.archive().find(subject.call().value())).hasSize(2);
            assertThat(log.archive().verify(CheckpointKey.publicKeyAt(keyFile)).problems())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"removed", "removed with what lies beside it", "moved away"})
    void beginsANewLogWhereItsFileIsNoMoreAndWritesNothingIntoNowhere(String how) throws IOException {
        Path file = folder.resolve("gone/audit.db");
        CheckpointKey key = CheckpointKey.ephemeral();
        AuditSubject subject = Logs.subject();
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file), key).build()) {
            log.outcome(Logs.success(Logs.subject()));
            takeAway(how, file);

            assertThat(log.intent(Logs.intent(subject))).isInstanceOf(WriteResult.Recorded.class);
            assertThat(log.outcome(Logs.success(subject))).isInstanceOf(WriteResult.Recorded.class);
        }
        try (AuditStore store = AuditStore.sqlite(file)) {
            AuditArchive archive = new AuditArchive(store);
            assertThat(archive.find(subject.call().value())).hasSize(2);
            assertThat(archive.verify(key.publicKey()).problems()).isEmpty();
        }
    }

    private static void takeAway(String how, Path file) throws IOException {
        if (how.equals("moved away")) {
            Files.move(file, file.resolveSibling("old.db"));
            return;
        }
        Files.delete(file);
        if (how.equals("removed with what lies beside it")) {
            Files.delete(file.resolveSibling("audit.db-wal"));
            Files.delete(file.resolveSibling("audit.db-shm"));
        }
    }

    private String rights(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    }
}
