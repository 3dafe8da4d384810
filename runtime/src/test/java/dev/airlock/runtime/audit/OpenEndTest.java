package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.chain.ChangedLogException;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.EndSeal;
import dev.airlock.runtime.audit.key.KeptHead;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reliability of a log's last records, which no checkpoint signs. */
class OpenEndTest {
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private CheckpointKey key;

    @BeforeEach
    void writeALog() throws IOException {
        key = CheckpointKey.at(folder.resolve("audit.key"));
        call(10);
    }

    @Test
    void recordsThatWereChangedWithTheirChainAndSignaturesAreFoundAtOnceAndForEver() {
        forge().rechain(7, "agent-1", "agent-2");
        forge().sql("DELETE FROM audit_checkpoint");

        assertThat(problems()).containsExactly(unsealed(20, "the log's key did not write its end at record 20"));

        call(1);
        call(200);
        String found = "its writer found that the log's key did not write its end at record 20";
        assertThat(problems()).containsExactly(unsealed(21, found));
        assertThat(problemsToWhoeverHasTheirPublicKey())
                .as("after it was signed")
                .containsExactly(unsealed(21, found));
        try (AuditLog log = log().build()) {
            assertThatThrownBy(() -> log.prune(Instant.parse("2100-01-01T00:00:00Z")))
                    .isInstanceOf(ChangedLogException.class);
        }
    }

    @Test
    void whoeverTakesTheSealAwayTooLeavesThatForEver() {
        forge().rechain(7, "agent-1", "agent-2");
        forge().sql("DELETE FROM audit_checkpoint");
        forge().sql("UPDATE audit_log SET end_seal = '', end_key = ''");
        assertThat(report().unsigned()).isEqualTo(20);

        call(1);
        call(200);

        assertThat(report().openEnds()).containsExactly(new AuditReport.OpenEnd(21, 20, 20, EndSeal.NONE));
    }

    @Test
    void aSealWithoutItsKeyBesideItIsNoneOfAnEarlierVersion() {
        forge().sql("UPDATE audit_log SET end_seal = ''");

        assertThat(problems()).hasSize(1);
    }

    @Test
    void aLogThatWasCutBackToACheckpointIsFoundByItsSeal() {
        call(200);
        forge().cutTo(20);

        assertThat(problems()).containsExactly(unsealed(20, "the log's key did not write its end at record 20"));
        call(1);
        assertThat(problemsToWhoeverHasTheirPublicKey()).hasSize(1);
    }

    @Test
    void recordsThatSomebodyAddsWhileAProcessWritesAreFoundWithItsNextRecord() {
        try (AuditLog log = log().idle(NEVER).build()) {
            log.outcome(Logs.success(Logs.subject()));
            forge().appendCopyOf(3);
            log.outcome(Logs.success(Logs.subject()));
        }

        assertThat(problems())
                .containsExactly(
                        unsealed(23, "its writer found that the log's key did not write its end at record 22"));
    }

    @Test
    void theEndIsSignedOnceNothingCameForAWhile() {
        try (AuditLog log = log().idle(Duration.ofMillis(50)).build()) {
            log.outcome(Logs.success(Logs.subject()));

            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(report().unsigned()).isZero());
            assertThat(report().records()).isEqualTo(21);
        }
        assertThat(report().records()).as("nothing to sign when it is closed").isEqualTo(21);
    }

    @Test
    void aCheckpointTakesThePlaceOfOnesNotLongBefore() {
        for (int i = 0; i < 5; i++) {
            call(1);
        }
        assertThat(forge().number("SELECT count(*) FROM audit_checkpoint")).isEqualTo(1);

        call(300);
        call(1);

        assertThat(forge().number("SELECT count(*) FROM audit_checkpoint")).isBetween(2L, 4L);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aWriterThatFindsAnUnsignedEndRecordsThatBeforeItSigns() {
        try (AuditLog other = log().idle(NEVER).build()) {
            other.outcome(Logs.success(Logs.subject()));
            try (AuditLog log = log().idle(NEVER).build()) {
                log.outcome(Logs.success(Logs.subject()));
                assertThat(report().openEnds()).as("not signed yet").isEmpty();
            }
            assertThat(report().openEnds()).containsExactly(new AuditReport.OpenEnd(23, 21, 1, EndSeal.WHOLE));
        }
        assertThat(problems()).as("a holder of the key wrote it").isEmpty();
        assertThat(report().openEnds()).hasSize(1);
    }

    @Test
    void nothingIsRecordedWhereTheOtherWriterSignedInTheMeantime() {
        AuditLog other = log().idle(NEVER).build();
        other.outcome(Logs.success(Logs.subject()));
        try (AuditLog log = log().idle(NEVER).build()) {
            log.outcome(Logs.success(Logs.subject()));
            other.close();
        }

        assertThat(report().openEnds()).isEmpty();
        assertThat(report().unsigned()).isZero();
    }

    @Test
    void theEndThatAProcessLeftThatWasKilledIsRecordedAsAHoldersOfTheKey() throws Exception {
        long records = recordsOfAKilledProcess();

        call(1);

        assertThat(problems()).isEmpty();
        assertThat(report().openEnds())
                .extracting(AuditReport.OpenEnd::upTo, AuditReport.OpenEnd::seal)
                .containsExactly(tuple(records, EndSeal.WHOLE));
    }

    @Test
    void twoProcessesThatWriteAtOnceLeaveALogThatVerifies() throws Exception {
        Process first = process();
        long records = recordsOfAKilledProcess();
        first.destroyForcibly().waitFor();
        call(1);

        assertThat(records).isGreaterThan(20);
        assertThat(problems()).isEmpty();
        assertThat(report().openEnds()).allSatisfy(end -> assertThat(end.seal()).isEqualTo(EndSeal.WHOLE));
    }

    @Test
    void aLogOfAnEarlierVersionIsReadAndContinued() {
        List<String> before = export();
        forge().sql("ALTER TABLE audit_log DROP COLUMN end_key");
        forge().sql("ALTER TABLE audit_log DROP COLUMN end_seal");
        forge().sql("DROP INDEX audit_checkpoint_seq");
        forge().sql("PRAGMA user_version = 1");

        assertThat(problems()).isEmpty();
        assertThat(export()).isEqualTo(before);
        call(1);

        assertThat(problems()).isEmpty();
        assertThat(report().openEnds()).containsExactly(new AuditReport.OpenEnd(21, 20, 0, EndSeal.NONE));
        call(1);
        assertThat(report().openEnds()).as("once").hasSize(1);
    }

    @Test
    void whatIsPutBackAsItWasOnlyAKeptHeadFinds() throws IOException {
        Path copy = folder.resolve("copy.db");
        Files.copy(folder.resolve("audit.db"), copy);
        call(1);
        AuditReport later = report();
        Files.copy(copy, folder.resolve("audit.db"), StandardCopyOption.REPLACE_EXISTING);

        assertThat(problems()).isEmpty();
        assertThat(verify(AuditWitness.of(key).with(later.head().hash())).problems())
                .hasSize(1);
        assertThat(verify(AuditWitness.of(key)
                                .with(List.of(new KeptHead(
                                        later.logId(),
                                        later.head().seq(),
                                        later.head().hash(),
                                        Instant.EPOCH))))
                        .problems())
                .extracting(AuditProblem::toString)
                .containsExactly("record 21: shortened: there is a kept head of record 22");
    }

    private long recordsOfAKilledProcess() throws Exception {
        Process process = process();
        process.destroyForcibly().waitFor();
        return report().head().seq();
    }

    /** Returns a process that has made calls, and continues. */
    private Process process() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Process process = CallingProcess.start(folder, server.getLocalPort());
            List<Socket> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(server.accept());
            }
            int unused = callers.get(0).getInputStream().readNBytes(400).length;
            return process;
        }
    }

    private List<String> export() {
        List<String> lines = new ArrayList<>();
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            new AuditArchive(store).export(RecordFilter.ALL, lines::add);
        }
        return lines;
    }

    private void call(int calls) {
        try (AuditLog log = log().build()) {
            for (int i = 0; i < calls; i++) {
                AuditSubject subject = Logs.subject();
                log.note(Logs.intent(subject));
                log.note(Logs.success(subject));
            }
        }
    }

    private AuditLog.Builder log() {
        return AuditLog.builder(AuditStore.sqlite(folder.resolve("audit.db")), key);
    }

    private ForgedLog forge() {
        return new ForgedLog(folder.resolve("audit.db"));
    }

    private AuditReport report() {
        return verify(AuditWitness.of(key));
    }

    private List<String> problems() {
        return report().problems().stream().map(AuditProblem::toString).toList();
    }

    private List<String> problemsToWhoeverHasTheirPublicKey() {
        return verify(AuditWitness.of(key.publicKey())).problems().stream()
                .map(AuditProblem::toString)
                .toList();
    }

    private AuditReport verify(AuditWitness witness) {
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            return new AuditArchive(store).verify(witness);
        }
    }

    private static String unsealed(long seq, String text) {
        return "record " + seq + ": unsealed: " + text + ": the last records were changed, or the log was cut back";
    }
}
