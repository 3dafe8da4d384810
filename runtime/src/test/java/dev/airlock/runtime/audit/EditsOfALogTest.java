package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.runtime.audit.chain.AuditProblem;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.KeptHead;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every edit of a log's file that someone without the key can make is found, shown, harmless, or named by the page. */
class EditsOfALogTest {
    /** Few enough for one checkpoint at most. */
    private static final int CALLS = 20;

    private static final long RECORDS = 2 * CALLS;

    /** Enough that a checkpoint remains behind any that are removed. */
    private static final int MANY_CALLS = 300;

    /** Logs before the edits, by their number of calls: written once, and copied for each edit. */
    private static final Map<Integer, Written> WRITTEN = new HashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path originals;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private CheckpointKey key;

    @SuppressWarnings("NullAway.Init")
    private KeptHead head;

    /** The results of verifying an edited log. */
    private enum Fate {
        /** There is a problem, before the next record and after it. */
        FOUND,
        /** The log cannot be read or written. */
        UNREADABLE,
        /** There is no problem, but a permanent remark about the end. */
        SHOWN,
        /** Nothing is reported, and every record is as it was written. */
        HARMLESS,
        /** Nothing is reported without a kept head. */
        NEEDS_A_HEAD
    }

    private record Edit(int calls, String name, Fate fate, Consumer<EditsOfALogTest> how) {
        @Override
        public String toString() {
            return fate + ": " + name;
        }
    }

    /** A log, its state ten calls earlier, its key and its end. */
    private record Written(Path log, Path earlier, CheckpointKey key, KeptHead head) {}

    private void writeALog(int calls) throws IOException {
        Written written = WRITTEN.computeIfAbsent(calls, this::written);
        Files.copy(written.log(), file());
        Files.copy(written.earlier(), folder.resolve("earlier.db"));
        key = written.key();
        head = written.head();
    }

    private Written written(int calls) {
        try {
            Path place = Files.createDirectory(originals.resolve(calls + "-calls"));
            key = CheckpointKey.at(place.resolve("audit.key"));
            call(calls - 10);
            Path earlier = Files.copy(file(), place.resolve("earlier.db"));
            call(10);
            AuditReport report = verify(AuditWitness.of(key));
            assertThat(report.problems()).isEmpty();
            assertThat(report.records()).isEqualTo(2L * calls);
            Path log = Files.move(file(), place.resolve("audit.db"));
            return new Written(
                    log,
                    earlier,
                    key,
                    new KeptHead(
                            report.logId(), report.head().seq(), report.head().hash(), Instant.EPOCH));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("edits")
    void eachEditMeetsItsFate(Edit edit) throws IOException {
        writeALog(edit.calls());
        edit.how().accept(this);

        switch (edit.fate()) {
            case FOUND -> {
                assertThat(problems()).isNotEmpty();
                call(1);
                assertThat(problems()).as("after the next call").isNotEmpty();
            }
            case UNREADABLE ->
                assertThatThrownBy(() -> verify(AuditWitness.of(key)))
                        .isInstanceOf(AuditStoreUnavailableException.class);
            case SHOWN -> {
                assertThat(problems()).isEmpty();
                call(1);
                call(1);
                assertThat(problems()).isEmpty();
                assertThat(verify(AuditWitness.of(key.publicKey())).openEnds()).hasSize(1);
            }
            case HARMLESS -> {
                assertWhole();
                call(1);
                assertWhole();
            }
            case NEEDS_A_HEAD -> {
                assertThat(problems()).isEmpty();
                call(1);
                assertWhole();
                assertThat(verify(AuditWitness.of(key).with(head.hash())).problems())
                        .isNotEmpty();
                assertThat(page()).contains(edit.name());
            }
        }
    }

    @Test
    void aKeptHeadOfThisLogFindsThatItWasCutBack() throws IOException {
        writeALog(CALLS);
        forge().cutTo(0);
        forge().sql("UPDATE audit_log SET end_seal = '', end_key = ''");
        call(1);

        assertThat(verify(AuditWitness.of(key).with(List.of(head))).problems())
                .extracting(AuditProblem::kind)
                .containsExactly(AuditProblem.Kind.SHORTENED);
    }

    private static Stream<Edit> edits() {
        return Stream.of(records(), removals(), additions(), checkpoints(), ofALongLog(), logRow(), files())
                .flatMap(stream -> stream);
    }

    private static Stream<Edit> records() {
        return Stream.of(
                sql(
                        "a record's text",
                        Fate.FOUND,
                        "UPDATE audit_record SET body = replace(body, 'agent-1', 'x') WHERE seq = 9"),
                sql("a record's hash", Fate.FOUND, "UPDATE audit_record SET hash = 'x' WHERE seq = 9"),
                sql("a record is none", Fate.FOUND, "UPDATE audit_record SET body = '' WHERE seq = 9"),
                sql("the kind it is looked up by", Fate.FOUND, "UPDATE audit_record SET kind = 'x' WHERE seq = 9"),
                sql("the call it is looked up by", Fate.FOUND, "UPDATE audit_record SET call_id = 'x' WHERE seq = 9"),
                sql(
                        "the attempt it is looked up by",
                        Fate.FOUND,
                        "UPDATE audit_record SET about_id = 'x' WHERE seq = 9"),
                sql(
                        "the connector it is looked up by",
                        Fate.FOUND,
                        "UPDATE audit_record SET connector = 'x' WHERE seq = 9"),
                sql("the failure it is looked up by", Fate.FOUND, "UPDATE audit_record SET failed = 1 WHERE seq = 9"),
                sql("the time it is looked up by", Fate.FOUND, "UPDATE audit_record SET at_millis = 1 WHERE seq = 9"),
                sql("the event it is known by", Fate.FOUND, "UPDATE audit_record SET event = 'x' WHERE seq = 9"),
                forged("a record and the chain behind it", Fate.FOUND, log -> log.rechain(9, "agent-1", "agent-2")),
                forged("the first record and the whole chain", Fate.FOUND, log -> log.rechain(1, "agent-1", "agent-2")),
                forged("the last record and the end", Fate.FOUND, log -> log.rechain(RECORDS, "agent-1", "agent-2")),
                forged("a record, the chain behind it, and the signatures from there on", Fate.FOUND, log -> {
                    log.rechain(9, "agent-1", "agent-2");
                    log.sql("DELETE FROM audit_checkpoint WHERE seq >= 9");
                }),
                forged("the last record, the end, and its signature", Fate.FOUND, log -> {
                    log.rechain(RECORDS, "agent-1", "agent-2");
                    log.sql("DELETE FROM audit_checkpoint WHERE seq = " + RECORDS);
                }),
                forged("a record, the chain, the signatures and the seal", Fate.SHOWN, EditsOfALogTest::rewriteAll),
                forged("the last record, the end, its signature and the seal", Fate.SHOWN, log -> {
                    log.rechain(RECORDS, "agent-1", "agent-2");
                    log.sql("DELETE FROM audit_checkpoint WHERE seq = " + RECORDS);
                    log.sql(NO_SEAL);
                }),
                forged("two records change places", Fate.FOUND, EditsOfALogTest::swap),
                forged("two records change places in a new chain", Fate.FOUND, log -> {
                    swap(log);
                    log.rechainFrom(9);
                }));
    }

    private static Stream<Edit> removals() {
        return Stream.of(
                sql("the first record is removed", Fate.FOUND, "DELETE FROM audit_record WHERE seq = 1"),
                sql("a record is removed", Fate.FOUND, "DELETE FROM audit_record WHERE seq = 9"),
                sql("the last record is removed", Fate.FOUND, "DELETE FROM audit_record WHERE seq = " + RECORDS),
                sql("all records are removed", Fate.FOUND, "DELETE FROM audit_record"),
                forged("a record is removed from a new chain", Fate.FOUND, log -> {
                    log.sql("DELETE FROM audit_record WHERE seq = 9");
                    log.rechainFrom(9);
                }),
                forged("the log is cut back by a record", Fate.FOUND, log -> log.cutTo(RECORDS - 1)),
                forged("the log is emptied", Fate.FOUND, log -> log.cutTo(0)),
                forged("the log is cut back by a record, and the seal goes", Fate.SHOWN, log -> {
                    log.cutTo(RECORDS - 1);
                    log.sql(NO_SEAL);
                }),
                forged("emptied together with its seal", Fate.NEEDS_A_HEAD, log -> {
                    log.cutTo(0);
                    log.sql(NO_SEAL);
                }));
    }

    private static Stream<Edit> additions() {
        return Stream.of(
                forged("a record is added that chains", Fate.FOUND, log -> log.appendCopyOf(9)),
                forged("a record is added that chains, and the seal goes", Fate.SHOWN, log -> {
                    log.appendCopyOf(9);
                    log.sql(NO_SEAL);
                }),
                forged("a record is added behind the end", Fate.FOUND, log -> log.sql(copyOf(9, RECORDS + 5))),
                forged("a record is added in the middle of a new chain", Fate.FOUND, log -> {
                    log.sql("UPDATE audit_record SET seq = -seq WHERE seq > 9");
                    log.sql("UPDATE audit_record SET seq = 1 - seq WHERE seq < 0");
                    log.sql(copyOf(9, 10));
                    log.rechainFrom(10);
                }),
                forged(
                        "a record is added before the first, where nothing reads it",
                        Fate.HARMLESS,
                        log -> log.sql(copyOf(9, 0))));
    }

    private static Stream<Edit> checkpoints() {
        return Stream.of(
                sql(
                        "the last checkpoint is removed",
                        Fate.SHOWN,
                        "DELETE FROM audit_checkpoint WHERE seq = " + RECORDS),
                sql("a checkpoint's hash", Fate.FOUND, "UPDATE audit_checkpoint SET hash = 'x' || substr(hash, 2)"),
                sql("a checkpoint's number", Fate.FOUND, "UPDATE audit_checkpoint SET seq = seq - 1"),
                sql("a checkpoint's time", Fate.FOUND, "UPDATE audit_checkpoint SET at_millis = 1"),
                sql("a checkpoint's signature", Fate.FOUND, "UPDATE audit_checkpoint SET signature = 'AAAA'"),
                sql("a checkpoint is called a base", Fate.FOUND, "UPDATE audit_checkpoint SET kind = 'base'"),
                sql(
                        "a checkpoint is there twice",
                        Fate.HARMLESS,
                        "INSERT INTO audit_checkpoint SELECT * FROM audit_checkpoint"),
                sql(
                        "a checkpoint is added that nobody signed",
                        Fate.FOUND,
                        "INSERT INTO audit_checkpoint SELECT 'head', seq, hash, 0, 'AAAA' FROM audit_record WHERE seq = 9"),
                forged("a base is added that nobody signed", Fate.FOUND, log -> {
                    log.sql(
                            "INSERT INTO audit_checkpoint SELECT 'base', seq, hash, 0, 'AAAA' FROM audit_record WHERE seq = 9");
                    log.sql("DELETE FROM audit_record WHERE seq <= 9");
                }));
    }

    private static Stream<Edit> ofALongLog() {
        return Stream.of(
                        forged("the log is cut back to a checkpoint", Fate.FOUND, EditsOfALogTest::cutToCheckpoint),
                        forged("the log is cut back to a checkpoint, and the seal goes", Fate.SHOWN, log -> {
                            cutToCheckpoint(log);
                            log.sql(NO_SEAL);
                        }),
                        forged(
                                "a record, the chain, all signatures and the seal",
                                Fate.FOUND,
                                EditsOfALogTest::rewriteAll),
                        sql("all checkpoints are removed", Fate.FOUND, "DELETE FROM audit_checkpoint"),
                        sql(
                                "the last of several checkpoints is removed",
                                Fate.FOUND,
                                "DELETE FROM audit_checkpoint WHERE seq = " + 2 * MANY_CALLS),
                        sql(
                                "all checkpoints but the last are removed",
                                Fate.HARMLESS,
                                "DELETE FROM audit_checkpoint WHERE seq < " + 2 * MANY_CALLS))
                .map(edit -> new Edit(MANY_CALLS, edit.name(), edit.fate(), edit.how()));
    }

    private static Stream<Edit> logRow() {
        return Stream.of(
                sql("the end's number", Fate.FOUND, "UPDATE audit_log SET head_seq = head_seq + 9"),
                sql("the end's hash", Fate.FOUND, "UPDATE audit_log SET head_hash = 'x'"),
                sql("the log's id", Fate.FOUND, "UPDATE audit_log SET log_id = '7b0b2c7e-0000-4000-8000-000000000000'"),
                sql("the seal", Fate.FOUND, "UPDATE audit_log SET end_seal = 'x' || substr(end_seal, 2)"),
                sql("the seal without the key beside it", Fate.FOUND, "UPDATE audit_log SET end_seal = ''"),
                sql("the seal goes", Fate.SHOWN, NO_SEAL),
                sql("the log's own row is removed", Fate.UNREADABLE, "DELETE FROM audit_log"),
                sql(
                        "the log's own row is there twice",
                        Fate.UNREADABLE,
                        "INSERT INTO audit_log SELECT * FROM audit_log"));
    }

    private static Stream<Edit> files() {
        return Stream.of(
                forged("a trigger keeps new records out, and the end where it is", Fate.UNREADABLE, log -> {
                    log.sql(NOTHING_ON.formatted(1, "INSERT ON audit_record"));
                    log.sql(NOTHING_ON.formatted(2, "UPDATE ON audit_log"));
                }),
                sql(
                        "a trigger keeps signatures out",
                        Fate.UNREADABLE,
                        NOTHING_ON.formatted(1, "INSERT ON audit_checkpoint")),
                forged("a view stands in the place of the records", Fate.UNREADABLE, log -> {
                    log.sql("ALTER TABLE audit_record RENAME TO kept");
                    log.sql("CREATE VIEW audit_record AS SELECT * FROM kept WHERE seq <> 9 OR random() > 0");
                }),
                sql("an index is removed", Fate.HARMLESS, "DROP INDEX audit_record_call"),
                sql("the file is written anew", Fate.HARMLESS, "VACUUM"),
                sql("the file calls itself of an earlier version", Fate.UNREADABLE, "PRAGMA user_version = 1"),
                sql("the file calls itself of a later version", Fate.UNREADABLE, "PRAGMA user_version = 99"),
                new Edit(CALLS, "put back as it was earlier", Fate.NEEDS_A_HEAD, EditsOfALogTest::putBack),
                new Edit(CALLS, "removed or moved away", Fate.NEEDS_A_HEAD, test -> {
                    test.delete();
                    test.call(1);
                }),
                new Edit(CALLS, "made anew by somebody who has the key", Fate.NEEDS_A_HEAD, test -> {
                    String id = test.head.log();
                    test.delete();
                    test.call(0);
                    test.forge().sql("UPDATE audit_log SET log_id = '" + id + "', end_seal = '', end_key = ''");
                    test.call(3);
                }));
    }

    private static final String NO_SEAL = "UPDATE audit_log SET end_seal = '', end_key = ''";

    private static final String NOTHING_ON = "CREATE TRIGGER t%d BEFORE %s BEGIN SELECT RAISE(IGNORE); END";

    private static Edit sql(String name, Fate fate, String command) {
        return forged(name, fate, log -> log.sql(command));
    }

    private static Edit forged(String name, Fate fate, Consumer<ForgedLog> how) {
        return new Edit(CALLS, name, fate, test -> how.accept(test.forge()));
    }

    private static void rewriteAll(ForgedLog log) {
        log.rechain(9, "agent-1", "agent-2");
        log.sql("DELETE FROM audit_checkpoint");
        log.sql(NO_SEAL);
    }

    private static void swap(ForgedLog log) {
        log.sql("UPDATE audit_record SET seq = -1 WHERE seq = 9");
        log.sql("UPDATE audit_record SET seq = 9 WHERE seq = 12");
        log.sql("UPDATE audit_record SET seq = 12 WHERE seq = -1");
    }

    private static void cutToCheckpoint(ForgedLog log) {
        log.cutTo(log.number("SELECT min(seq) FROM audit_checkpoint"));
    }

    private static String copyOf(long seq, long as) {
        return "INSERT INTO audit_record SELECT " + as
                + ", event || 'x', call_id, about_id, kind, at_millis, connector,"
                + " failed, hash, body FROM audit_record WHERE seq = " + seq;
    }

    private void putBack() {
        try {
            Files.copy(folder.resolve("earlier.db"), file(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void delete() {
        try {
            Files.delete(file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertWhole() {
        AuditReport report = verify(AuditWitness.of(key));
        assertThat(report.problems()).isEmpty();
        assertThat(report.openEnds()).isEmpty();
        assertThat(report.unsigned()).isZero();
    }

    private static String page() {
        try {
            return Files.readString(Path.of("../src/site/markdown/audit.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void call(int calls) {
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file()), key).build()) {
            for (int i = 0; i < calls; i++) {
                AuditSubject subject = Logs.subject();
                log.note(Logs.intent(subject));
                log.note(Logs.success(subject));
            }
        }
    }

    private List<AuditProblem> problems() {
        return verify(AuditWitness.of(key)).problems();
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
