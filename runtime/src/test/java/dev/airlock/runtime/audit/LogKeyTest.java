package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One key at a time signs a log. */
class LogKeyTest {
    private final CheckpointKey first = CheckpointKey.ephemeral();
    private final CheckpointKey second = CheckpointKey.ephemeral();
    private final CheckpointKey third = CheckpointKey.ephemeral();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aSecondKeyIsRefusedAtOpeningWhetherOrNotThereIsARecord() {
        log(first).close();
        assertRefused();

        call(first);
        assertRefused();
        assertThat(problems(first.publicKey())).isEmpty();
    }

    private void assertRefused() {
        try (AuditLog log = log(second)) {
            assertThatThrownBy(log::requireOwnKey)
                    .isInstanceOf(ForeignKeyException.class)
                    .hasMessage("The audit log belongs to the key " + first.fingerprint() + ", and this one is "
                            + second.fingerprint() + ".");
            WriteResult written = log.intent(Logs.intent(Logs.subject()));
            assertThat(written).isInstanceOf(WriteResult.Unrecorded.class);
            assertThat(((WriteResult.Unrecorded) written).remedy()).contains("airlock audit key export and import");
        }
    }

    @Test
    void twoHostsWithHomesOfTheirOwnDoNotWriteToOneLog() throws IOException {
        try (Airlock one = host("one").build()) {
            assertThat(one.audit()).isNotNull();
            assertThatThrownBy(() -> host("two").build())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("The audit log belongs to the key SHA256:")
                    .hasMessageContaining("airlock audit key export and import");
        }
        CheckpointKey shared = CheckpointKey.at(folder.resolve("one/audit.key"));
        try (Airlock two = host("two").auditKey(shared).build()) {
            assertThat(two.audit().archive().verify(AuditWitness.of(shared)).problems())
                    .isEmpty();
        }
    }

    private dev.airlock.runtime.AirlockBuilder host(String name) {
        return Airlock.builder().home(folder.resolve(name)).audit(AuditStore.sqlite(file()));
    }

    @Test
    void aLogOfAnEarlierVersionBelongsToTheKeyThatSignedItLast() {
        call(first);
        forge().sql("UPDATE audit_log SET end_key = '', end_seal = ''");

        try (AuditLog log = log(second)) {
            assertThatThrownBy(log::requireOwnKey)
                    .hasMessage("The last signature of the audit log is by another key than this one, "
                            + second.fingerprint() + ".");
        }
        call(first);
        assertThat(problems(first.publicKey())).isEmpty();
    }

    @Test
    void anotherKeyIsAdmittedByARecordThatBothSign() {
        call(first);
        change(first, second);
        call(second);
        change(second, third);
        call(third);

        assertThat(problems(first.publicKey())).as("who kept the first").isEmpty();
        assertThat(problems(second.publicKey())).isEmpty();
        assertThat(verify(AuditWitness.of(third)).problems()).isEmpty();
        assertThat(problems(CheckpointKey.ephemeral().publicKey())).isNotEmpty();
        try (AuditLog log = log(first)) {
            assertThatThrownBy(log::requireOwnKey).isInstanceOf(ForeignKeyException.class);
        }
        try (AuditLog log = log(third)) {
            assertThat(log.prune(Instant.parse("2100-01-01T00:00:00Z"))).isEqualTo(5);
        }
        assertThat(problems(third.publicKey())).isEmpty();
    }

    @Test
    void whatIsOlderThanAKeyMayBeRemovedUnderIt() {
        Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file()), first)
                .clock(Clock.showing(() -> now[0]))
                .build()) {
            log.outcome(Logs.success(Logs.subject()));
            now[0] = Instant.parse("2026-02-01T00:00:00Z");
            log.change(second);
            log.outcome(Logs.success(Logs.subject()));

            assertThat(log.prune(Instant.parse("2026-01-15T00:00:00Z"))).isEqualTo(1);
        }
        assertThat(problems(second.publicKey())).isEmpty();
        assertThat(problems(first.publicKey())).as("the change is still there").isEmpty();
    }

    @Test
    void theLogThatWasGivenAwaySignsWithTheOtherKeyAndOthersAreRefused() {
        try (AuditLog log = log(first);
                AuditLog other = log(first)) {
            log.outcome(Logs.success(Logs.subject()));
            log.change(second);
            log.change(second);

            assertThat(log.outcome(Logs.success(Logs.subject()))).isInstanceOf(WriteResult.Recorded.class);
            assertThat(other.intent(Logs.intent(Logs.subject()))).isInstanceOf(WriteResult.Unrecorded.class);
        }
        assertThat(problems(second.publicKey())).isEmpty();
    }

    @Test
    void aKeyThatWasGivenUpSignsNothingMore() {
        call(first);
        change(first, second);
        call(second);
        String forged = first.sign(
                        dev.airlock.runtime.audit.store.Checkpoint.Kind.HEAD,
                        forge().text("SELECT log_id FROM audit_log"),
                        3,
                        forge().text("SELECT hash FROM audit_record WHERE seq = 3"),
                        1)
                .signature();
        forge().sql("UPDATE audit_checkpoint SET signature = '" + forged + "', at_millis = 1 WHERE seq = 3");

        assertThat(problems(second.publicKey()))
                .containsExactly("record 3: unsigned: its checkpoint was not signed by the log's key");
    }

    @Test
    void nobodyAdmitsAKeyOfTheirOwn() {
        call(first);
        change(first, second);
        CheckpointKey own = CheckpointKey.ephemeral();
        forge().rechain(2, second.publicText(), own.publicText());
        forge().sql("DELETE FROM audit_checkpoint");

        assertThat(problems(first.publicKey()))
                .first()
                .isEqualTo("record 2: unsigned: it gives the log another key, but the two keys did not both sign it");
        assertThat(problems(second.publicKey())).isNotEmpty();
    }

    @Test
    void aLogThatWasChangedKeepsItsKeyAndNoneComesBack() {
        call(first);
        change(first, second);
        try (AuditLog log = log(second)) {
            assertThatThrownBy(() -> log.change(first)).isInstanceOf(IllegalArgumentException.class);
        }
        forge().sql("UPDATE audit_record SET failed = 1 WHERE seq = 1");
        try (AuditLog log = log(second)) {
            assertThatThrownBy(() -> log.change(third)).isInstanceOf(ChangedLogException.class);
        }
    }

    private void change(CheckpointKey from, CheckpointKey to) {
        try (AuditLog log = log(from)) {
            log.change(to);
        }
    }

    private void call(CheckpointKey key) {
        try (AuditLog log = log(key)) {
            assertThat(log.outcome(Logs.success(Logs.subject()))).isInstanceOf(WriteResult.Recorded.class);
        }
    }

    private AuditLog log(CheckpointKey key) {
        return AuditLog.builder(AuditStore.sqlite(file()), key).build();
    }

    private List<String> problems(PublicKey key) {
        return verify(AuditWitness.of(key)).problems().stream()
                .map(AuditProblem::toString)
                .toList();
    }

    private AuditReport verify(AuditWitness witness) {
        try (AuditStore store = AuditStore.sqlite(file())) {
            return new AuditArchive(store).verify(witness);
        }
    }

    private ForgedLog forge() {
        return new ForgedLog(file());
    }

    private Path file() {
        return folder.resolve("audit.db");
    }
}
