package dev.airlock.runtime.audit.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.Logs;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of 20 records in a file that someone else changes. */
class VerificationTest {
    private static final long RECORDS = 20;

    private final CheckpointKey key = CheckpointKey.ephemeral();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private String head = "";

    @BeforeEach
    void writeALog() {
        try (AuditLog log = log(key)) {
            for (int i = 0; i < RECORDS / 2; i++) {
                AuditSubject subject = Logs.subject();
                log.intent(Logs.intent(subject));
                log.outcome(Logs.success(subject));
            }
        }
        head = verify(Optional.empty()).head().hash();
    }

    @Test
    void findsNothingInALogThatNobodyChanged() {
        assertThat(verify(Optional.of(head)).problems()).isEmpty();
        assertThat(verify(Optional.of(head)).records()).isEqualTo(RECORDS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, RECORDS})
    void findsARecordWhoseContentWasChanged(long seq) {
        sql("UPDATE audit_record SET body = replace(body, 'agent-1', 'agent-2') WHERE seq = " + seq);

        assertProblem(AuditProblem.Kind.ALTERED, seq, "its hash does not match its content");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kind = 'attempt'",
                "failed = 1",
                "connector = 'x'",
                "at_millis = 5",
                "call_id = 'audit-x'",
                "about_id = 'audit-x'",
                "event = 'x'"
            })
    void findsARecordThatIsLookedUpByWhatItDoesNotSay(String change) {
        sql("UPDATE audit_record SET " + change + " WHERE seq = 6");

        assertProblem(AuditProblem.Kind.ALTERED, 6, "its index columns do not match its content");
    }

    @Test
    void findsARecordThatWasChangedTogetherWithItsHash() {
        String body = text("SELECT body FROM audit_record WHERE seq = 8").replace("agent-1", "agent-2");
        sql("UPDATE audit_record SET body = '" + body + "', hash = '" + RecordForm.hash(body) + "' WHERE seq = 8");

        assertProblem(AuditProblem.Kind.REWRITTEN, 9, "it does not follow record 8");
    }

    @Test
    void findsRecordsThatWereRemoved() {
        sql("DELETE FROM audit_record WHERE seq IN (4, 5, 11)");

        assertThat(verify(Optional.empty()).problems())
                .extracting(AuditProblem::toString)
                .containsExactly(
                        "record 4: missing: records 4 to 5 are missing", "record 11: missing: record 11 is missing");
    }

    @Test
    void findsTheBeginningRemovedWithoutASignedBase() {
        sql("DELETE FROM audit_record WHERE seq <= 3");

        assertProblem(AuditProblem.Kind.MISSING, 1, "records 1 to 3 are missing");
    }

    @Test
    void findsTwoRecordsThatChangedPlaces() {
        sql("UPDATE audit_record SET seq = -1 WHERE seq = 5");
        sql("UPDATE audit_record SET seq = 5 WHERE seq = 12");
        sql("UPDATE audit_record SET seq = 12 WHERE seq = -1");

        assertThat(verify(Optional.empty()).problems())
                .extracting(AuditProblem::kind, AuditProblem::seq)
                .contains(
                        org.assertj.core.groups.Tuple.tuple(AuditProblem.Kind.REORDERED, 5L),
                        org.assertj.core.groups.Tuple.tuple(AuditProblem.Kind.REORDERED, 12L));
    }

    @Test
    void findsATailThatWasCutOffWhateverElseWasCutWithIt() {
        sql("DELETE FROM audit_record WHERE seq > 15");
        assertProblem(AuditProblem.Kind.SHORTENED, 16, "records 16 to 20 are missing at the end");

        sql("UPDATE audit_log SET head_seq = 15, head_hash = (SELECT hash FROM audit_record WHERE seq = 15)");
        assertProblem(AuditProblem.Kind.SHORTENED, 16, "records 16 to 20 are missing at the end");

        sql("DELETE FROM audit_checkpoint");
        assertThat(verify(Optional.empty()).problems()).isEmpty();
        assertThat(verify(Optional.of(head)).problems())
                .extracting(AuditProblem::toString)
                .containsExactly(
                        "rewritten: no record has the kept hash; the log was rewritten, or shortened" + " before it");
    }

    @Test
    void findsALogThatWasMadeAnewWithAnotherKey() {
        CheckpointKey forger = CheckpointKey.ephemeral();
        sql("DELETE FROM audit_record");
        sql("DELETE FROM audit_checkpoint");
        sql("UPDATE audit_log SET head_seq = 0, head_hash = '" + "0".repeat(64) + "', end_key = '', end_seal = ''");
        try (AuditLog log = log(forger)) {
            log.outcome(Logs.success(Logs.subject()));
        }

        assertProblem(AuditProblem.Kind.UNSIGNED, 1, "its checkpoint was not signed by the log's key");
        assertThat(verify(Optional.of(head)).problems())
                .extracting(AuditProblem::kind)
                .contains(AuditProblem.Kind.REWRITTEN);
    }

    @Test
    void findsACheckpointThatWasChanged() {
        sql("UPDATE audit_checkpoint SET hash = '" + "0".repeat(64) + "'");

        assertProblem(AuditProblem.Kind.UNSIGNED, RECORDS, "its checkpoint was not signed by the log's key");
    }

    @Test
    void aHeadThatWasKeptIsStillThereWhenTheLogHasGrownAndWasPruned() {
        try (AuditLog log = log(key)) {
            log.outcome(Logs.success(Logs.subject()));
            assertThat(log.prune(Instant.parse("2100-01-01T00:00:00Z"))).isEqualTo(RECORDS + 1);
            AuditReport pruned = log.archive().verify(key.publicKey());
            assertThat(pruned.problems()).isEmpty();
            assertThat(pruned.records()).isEqualTo(1);
        }
        // the record of that head was pruned too: compare a head before pruning, or keep the head of the base
        assertThat(verify(Optional.of(head)).problems()).hasSize(1);
        String base = text("SELECT hash FROM audit_checkpoint WHERE kind = 'base'");
        assertThat(verify(Optional.of(base)).problems()).isEmpty();
    }

    @Test
    void aBaseThatNobodySignedHidesNothing() {
        sql("INSERT INTO audit_checkpoint SELECT 'base', seq, hash, 0, 'AAAA' FROM audit_record WHERE seq = 5");
        sql("DELETE FROM audit_record WHERE seq <= 5");

        assertThat(verify(Optional.empty()).problems())
                .extracting(AuditProblem::kind)
                .containsExactly(AuditProblem.Kind.UNSIGNED, AuditProblem.Kind.MISSING);
    }

    @Test
    void aHeadCheckpointDoesNotPassForABase() {
        sql("UPDATE audit_checkpoint SET kind = 'base'");
        sql("DELETE FROM audit_record");

        assertThat(verify(Optional.empty()).problems())
                .extracting(AuditProblem::kind)
                .contains(AuditProblem.Kind.UNSIGNED, AuditProblem.Kind.SHORTENED);
    }

    @Test
    void countsTheRecordsAtTheEndThatNoCheckpointSigns() {
        assertThat(verify(Optional.empty()).unsigned()).isZero();

        sql("DELETE FROM audit_checkpoint");

        assertThat(verify(Optional.empty()).unsigned()).isEqualTo(RECORDS);
    }

    @Test
    void findsThatCheckpointsWereRemovedAndSignsNothingThatMayHaveBeenChangedSince() {
        writeCalls(150);
        assertThat(verify(Optional.empty()).problems()).isEmpty();
        sql("DELETE FROM audit_checkpoint");
        String gone = "no checkpoint signs the records from here to ";
        assertProblem(AuditProblem.Kind.UNSIGNED, 1, gone + (RECORDS + 300));

        writeCalls(1);
        assertProblem(AuditProblem.Kind.UNSIGNED, 1, gone + (RECORDS + 302));
        writeCalls(150);
        assertProblem(AuditProblem.Kind.UNSIGNED, 1, gone + (RECORDS + 602));
    }

    @Test
    void nothingIsRemovedFromALogThatWasChanged() {
        sql("UPDATE audit_record SET body = replace(body, 'agent-1', 'agent-2') WHERE seq = 8");

        try (AuditLog log = log(key)) {
            assertThatThrownBy(() -> log.prune(Instant.parse("2100-01-01T00:00:00Z")))
                    .isInstanceOf(ChangedLogException.class)
                    .hasMessageContaining("record 8: altered");
        }
        assertThat(verify(Optional.empty()).records()).isEqualTo(RECORDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE FROM audit_log", "INSERT INTO audit_log SELECT * FROM audit_log"})
    void saysOfALogWithoutItsOwnRowThatItWasChanged(String change) {
        sql(change);

        assertThatThrownBy(() -> verify(Optional.empty()))
                .isInstanceOf(AuditStoreUnavailableException.class)
                .hasMessageContaining("somebody changed it: its table audit_log has ");
    }

    @Test
    void aCheckpointOfAKindThatThereIsNotCountsForNothing() {
        sql("UPDATE audit_checkpoint SET kind = 'other'");

        assertProblem(AuditProblem.Kind.UNSIGNED, RECORDS, "its checkpoint was not signed by the log's key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "}", "{}", "no JSON", "{\"v\":1,\n\"seq\":4}", "{\"v\":1} "})
    void exportsNoRecordThatIsNotWhatWasWritten(String body) {
        sql("UPDATE audit_record SET body = '" + body + "' WHERE seq = 4");
        assertNotExported();

        sql("UPDATE audit_record SET hash = '" + RecordForm.hash(body) + "' WHERE seq = 4");
        assertNotExported();
    }

    private void assertNotExported() {
        List<String> lines = new ArrayList<>();
        try (AuditStore store = AuditStore.sqlite(file())) {
            assertThatThrownBy(() -> new AuditArchive(store).export(RecordFilter.ALL, lines::add))
                    .isInstanceOf(ChangedLogException.class)
                    .hasMessageContaining("record 4: altered");
        }
        assertThat(lines).hasSize(3);
    }

    private void writeCalls(int calls) {
        try (AuditLog log = log(key)) {
            for (int i = 0; i < calls; i++) {
                AuditSubject subject = Logs.subject();
                log.note(Logs.intent(subject));
                log.note(Logs.success(subject));
            }
        }
    }

    private void assertProblem(AuditProblem.Kind kind, long seq, String text) {
        List<AuditProblem> problems = verify(Optional.empty()).problems();
        assertThat(problems).isNotEmpty();
        assertThat(problems.get(0).kind()).isEqualTo(kind);
        assertThat(problems.get(0).seq()).isEqualTo(seq);
        assertThat(problems.get(0).text()).startsWith(text);
    }

    private AuditReport verify(Optional<String> kept) {
        try (AuditStore store = AuditStore.sqlite(file())) {
            AuditWitness witness = AuditWitness.of(key.publicKey());
            return new AuditArchive(store).verify(kept.map(witness::with).orElse(witness));
        }
    }

    private AuditLog log(CheckpointKey signer) {
        return AuditLog.builder(AuditStore.sqlite(file()), signer).build();
    }

    private Path file() {
        return folder.resolve("audit.db");
    }

    private void sql(String change) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(change)).isPositive();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private String text(String query) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement()) {
            return statement.executeQuery(query).getString(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
