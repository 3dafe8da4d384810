package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.HeadFile;
import dev.airlock.runtime.audit.key.HeadKeeper;
import dev.airlock.runtime.audit.key.KeptHead;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Heads that are kept elsewhere when a log is signed. */
class HeadsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private CheckpointKey key;

    @BeforeEach
    void makeAKey() throws IOException {
        key = CheckpointKey.at(folder.resolve("audit.key"));
    }

    @Test
    void eachHeadThatIsSignedGoesToAFile() throws IOException {
        HeadFile file = new HeadFile(folder.resolve("heads.jsonl"));
        call(HeadKeeper.file(file.file()));
        call(HeadKeeper.file(file.file()));

        List<KeptHead> heads = file.read();
        assertThat(heads).extracting(KeptHead::seq).containsExactly(1L, 2L);
        assertThat(verify().with(heads))
                .satisfies(witness -> assertThat(problems(witness)).isEmpty());

        forge().sql("DELETE FROM audit_checkpoint");
        forge().cutTo(0);
        forge().sql("UPDATE audit_log SET end_seal = '', end_key = ''");
        call(HeadKeeper.file(file.file()));
        assertThat(problems(verify())).as("without the heads").isEmpty();
        assertThat(problems(verify().with(file.read())))
                .containsExactly(
                        "record 1: rewritten: a kept head names another record with that number",
                        "record 2: shortened: there is a kept head of record 2");
    }

    @Test
    void aProgramReadsEachHeadFromItsInput() throws IOException {
        Path out = folder.resolve("kept");
        call(HeadKeeper.command(List.of("tee", out.toString())));

        assertThat(KeptHead.parse(Files.readString(out, StandardCharsets.UTF_8).strip()))
                .hasValueSatisfying(head -> assertThat(head.seq()).isEqualTo(1));
    }

    @Test
    void aListenerHearsOfThem() {
        List<KeptHead> heard = new CopyOnWriteArrayList<>();
        call(heard::add);

        assertThat(heard)
                .singleElement()
                .satisfies(head -> assertThat(KeptHead.parse(head.line())).hasValue(head));
    }

    @Test
    void aHeadThatCannotBeKeptIsRecordedAndTheRecordIsSigned() {
        call(HeadKeeper.file(folder.resolve("missing/heads.jsonl")));

        assertThat(records()).containsExactly("call_outcome", "head_lost");
        assertThat(report().unsigned()).isZero();
        assertThat(problems(verify())).isEmpty();
    }

    @Test
    void ofSeveralThatCannotBeKeptInARowTheFirstIsRecorded() {
        HeadKeeper broken = head -> {
            throw new IOException("the safe is shut");
        };
        try (AuditLog log = log(broken).idle(Duration.ofMillis(20)).build()) {
            for (int i = 0; i < 3; i++) {
                log.outcome(Logs.success(Logs.subject()));
                org.awaitility.Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> report().unsigned() == 0);
            }
        }

        assertThat(records().stream().filter("head_lost"::equals)).hasSize(1);
    }

    @Test
    void aKeeperThatNeverEndsHoldsUpNoCall() {
        AuditLog log = log(HeadsTest::waitForEver).idle(Duration.ofMillis(1)).build();
        for (int i = 0; i < 5; i++) {
            assertThat(log.outcome(Logs.success(Logs.subject()))).isInstanceOf(WriteResult.Recorded.class);
        }
        log.close(Duration.ofSeconds(1));
        org.awaitility.Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> report().unsigned() == 0);
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> records().contains("head_lost"));
    }

    @Test
    void aHeadThatIsStillOnItsWayWhenItsLogClosesIsRecordedAsLost() {
        AuditLog log = log(HeadsTest::waitForEver).build();
        log.outcome(Logs.success(Logs.subject()));

        log.close(Duration.ofSeconds(1));

        org.awaitility.Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> records().contains("head_lost"));
        assertThat(problems(verify())).isEmpty();
    }

    @Test
    void saysWhyAProgramKeptNothing() {
        KeptHead head = new KeptHead("log", 1, "0".repeat(64), Instant.EPOCH);

        assertThatThrownBy(() -> HeadKeeper.command(List.of("false")).keep(head))
                .hasMessage("the command that keeps heads ended with 1");
        assertThatThrownBy(
                        () -> HeadKeeper.command(List.of(folder.resolve("none").toString()))
                                .keep(head))
                .hasMessage("the command that keeps heads cannot be started");
        assertThatThrownBy(() -> HeadKeeper.command(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void saysWhichLineHoldsNoHead() throws IOException {
        Path file = folder.resolve("heads.jsonl");
        Files.writeString(file, new KeptHead("log", 1, "0".repeat(64), Instant.EPOCH).line() + "\nno head\n");

        assertThatThrownBy(() -> new HeadFile(file).read()).hasMessage("line 2 of the kept heads holds no head");
        assertThat(new HeadFile(folder.resolve("none")).read()).isEmpty();
    }

    private static void waitForEver(KeptHead head) throws IOException {
        try {
            Thread.currentThread().join(); // blocks until it is interrupted
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    private void call(HeadKeeper keeper) {
        try (AuditLog log = log(keeper).build()) {
            log.outcome(Logs.success(Logs.subject()));
        }
    }

    private AuditLog.Builder log(HeadKeeper keeper) {
        return AuditLog.builder(AuditStore.sqlite(folder.resolve("audit.db")), key)
                .heads(List.of(keeper));
    }

    private AuditWitness verify() {
        return AuditWitness.of(key);
    }

    private AuditReport report() {
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            return new AuditArchive(store).verify(verify());
        }
    }

    private List<String> problems(AuditWitness witness) {
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            return new AuditArchive(store)
                    .verify(witness).problems().stream()
                            .map(AuditProblem::toString)
                            .toList();
        }
    }

    private List<String> records() {
        List<String> kinds = new ArrayList<>();
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            store.read(log -> {
                log.records(RecordFilter.ALL, row -> kinds.add(kind(row)));
                return true;
            });
        }
        return kinds;
    }

    private static String kind(AuditRecord row) {
        return row.kind();
    }

    private ForgedLog forge() {
        return new ForgedLog(folder.resolve("audit.db"));
    }
}
