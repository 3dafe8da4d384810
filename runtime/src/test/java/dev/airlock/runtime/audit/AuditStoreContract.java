package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.chain.AuditWitness;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.RedactedJson;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.ForeignKeyException;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Checkpoint;
import dev.airlock.runtime.audit.store.EndMark;
import dev.airlock.runtime.audit.store.Head;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every audit store. */
public abstract class AuditStoreContract {
    protected final CheckpointKey key = CheckpointKey.ephemeral();

    @SuppressWarnings("NullAway.Init")
    private AuditStore store;

    @SuppressWarnings("NullAway.Init")
    private AuditLog log;

    /** Returns an empty log. */
    protected abstract AuditStore newStore();

    @BeforeEach
    void open() {
        store = newStore();
        log = AuditLog.builder(store, key).bound(Duration.ofMinutes(1)).build();
    }

    @AfterEach
    void everyLogVerifiesAndIsClosed() {
        assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        log.close();
    }

    @Test
    void beginsEmpty() {
        AuditReport report = log.archive().verify(key.publicKey());

        assertThat(report.records()).isZero();
        assertThat(report.head().seq()).isZero();
        assertThat(log.archive().calls(RecordFilter.ALL)).isEmpty();
    }

    @Test
    void severalReadWhileOthersWrite() {
        List<CompletableFuture<Integer>> under = IntStream.range(0, 12)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    AuditSubject subject = Logs.subject();
                    log.intent(Logs.intent(subject));
                    log.outcome(Logs.success(subject));
                    return log.archive().find(subject.call().value()).size();
                }))
                .toList();

        List<Integer> found = under.stream().map(CompletableFuture::join).toList();

        assertThat(found).hasSize(12).containsOnly(2);
    }

    @Test
    void keepsTheRecordsOfACallInOrder() {
        AuditSubject subject = Logs.subject();
        WriteResult intent = log.intent(Logs.intent(subject));
        Logs.notes(subject).forEach(log::note);
        WriteResult outcome = log.outcome(Logs.success(subject));

        assertThat(intent).isInstanceOf(WriteResult.Recorded.class);
        assertThat(outcome).isInstanceOf(WriteResult.Recorded.class);
        assertThat(log.archive().find(subject.call().value()))
                .extracting(AuditRecord::kind)
                .containsExactly(
                        "call_intent",
                        "attempt",
                        "exchange",
                        "exchange",
                        "denial",
                        "limit",
                        "decision",
                        "recovery",
                        "consent",
                        "binding_use",
                        "cancellation",
                        "retention",
                        "open_end",
                        "head_lost",
                        "call_outcome");
    }

    @Test
    void findsACallByTheIdOfAnyOfItsAttempts() {
        AuditSubject first = Logs.subject();
        AuditSubject second = first.attempt(dev.airlock.failures.AuditId.random());
        log.intent(Logs.intent(first));
        log.note(new AuditEvent.Attempt(second, 2, AuditEvent.Ending.FAILED, Optional.of(Logs.dns(second.id()))));
        log.outcome(Logs.failure(first, Logs.dns(second.id())));
        log.outcome(Logs.success(Logs.subject()));

        assertThat(log.archive().find(second.id().value()))
                .isEqualTo(log.archive().find(first.call().value()))
                .hasSize(3);
        assertThat(log.archive().find("audit-00000000-0000-7000-8000-000000000000"))
                .isEmpty();
    }

    @Test
    void listsCallsByConnectorTimeAndWhatIsNew() {
        AuditSubject slack = Logs.subject();
        AuditSubject rail = Logs.subject(new AuditSubject.ConnectorIdentity("oci://bank/Rail_100%", "2.0.0", "", ""));
        log.outcome(Logs.success(slack));
        WriteResult.Recorded last = (WriteResult.Recorded) log.outcome(Logs.success(rail));
        AuditArchive archive = log.archive();

        assertThat(archive.calls(RecordFilter.ALL)).hasSize(2);
        assertThat(archive.calls(RecordFilter.ALL.ofConnector("acme/SLACK")))
                .extracting(CallSummary::call)
                .containsExactly(slack.call().value());
        assertThat(archive.calls(RecordFilter.ALL.ofConnector("rail_100%"))).hasSize(1);
        assertThat(archive.calls(RecordFilter.ALL.ofConnector("rail_%0"))).isEmpty();
        assertThat(archive.calls(RecordFilter.ALL.since(
                        Instant.parse("2100-01-01T00:00:00Z").toEpochMilli())))
                .isEmpty();
        assertThat(archive.calls(RecordFilter.ALL.since(0))).hasSize(2);
        assertThat(archive.calls(RecordFilter.ALL.after(last.seq() - 1))).hasSize(1);
        assertThat(archive.calls(RecordFilter.ALL.after(last.seq()))).isEmpty();
    }

    @Test
    void aCallWithoutAnOutcomeIsUnfinished() {
        AuditSubject subject = Logs.subject();
        log.intent(Logs.intent(subject));

        assertThat(log.archive().calls(RecordFilter.ALL))
                .singleElement()
                .satisfies(call -> assertThat(call.ending()).isEqualTo(CallSummary.UNFINISHED))
                .satisfies(call -> assertThat(call.failed()).isTrue());
    }

    @Test
    void keepsARecordOfAnyLength() {
        AuditSubject subject = Logs.subject();
        String text = "ä\u0000\ud800\"\\".repeat(1 << 18);
        ObjectNode arguments = RedactedJson.empty().put("text", text);

        assertThat(log.intent(new AuditEvent.CallIntent(subject, arguments, "key")))
                .isInstanceOf(WriteResult.Recorded.class);

        AuditRecord row = log.archive().find(subject.call().value()).get(0);
        assertThat(RecordForm.parse(row)
                        .orElseThrow()
                        .at("/details/arguments/text")
                        .textValue())
                .isEqualTo(text);
    }

    @Test
    void removesWhatIsOldBehindASignedCheckpoint() {
        AuditSubject old = Logs.subject();
        log.intent(Logs.intent(old));
        log.outcome(Logs.success(old));
        AuditSubject running = Logs.subject();
        log.intent(Logs.intent(running));
        AuditSubject after = Logs.subject();
        log.outcome(Logs.success(after));

        long removed = log.prune(Instant.parse("2100-01-01T00:00:00Z"));

        assertThat(removed).isEqualTo(2);
        assertThat(log.archive().find(old.call().value())).isEmpty();
        assertThat(log.archive().find(running.call().value())).hasSize(1);
        assertThat(log.archive().find(after.call().value())).hasSize(1);
        assertThat(log.prune(Instant.parse("2100-01-01T00:00:00Z"))).isZero();
        log.outcome(Logs.success(running));
        assertThat(log.prune(Instant.parse("2100-01-01T00:00:00Z"))).isEqualTo(4);
    }

    @Test
    void aWriteThatFailsLeavesNothing() {
        log.outcome(Logs.success(Logs.subject()));
        AuditReport before = log.archive().verify(key.publicKey());

        assertThatThrownBy(() -> store.write(end -> {
                    end.add(new AuditRecord(2, "e", "c", "i", "attempt", 0, "", false, "h", "{}"));
                    throw new IllegalStateException("in the middle");
                }))
                .hasMessage("in the middle");

        assertThat(log.archive().verify(key.publicKey())).isEqualTo(before);
    }

    @Test
    void aWriterSeesTheEndThatItMadeAndOthersSeeItAfterwards() {
        Head last = store.write(end -> {
            long first = end.head().seq() + 1;
            end.add(new AuditRecord(first, "e1", "c", "i", "attempt", 0, "", false, "h1", "{}"));
            assertThat(end.head()).isEqualTo(new Head(first, "h1"));
            end.mark(new EndMark("k", "s1"));
            end.add(new AuditRecord(first + 1, "e2", "c", "i", "attempt", 0, "", false, "h2", "{}"));
            end.mark(new EndMark("k", "s2"));
            assertThat(end.mark()).isEqualTo(new EndMark("k", "s2"));
            assertThat(end.holds("e1")).isTrue();
            return end.head();
        });

        assertThat(last.hash()).isEqualTo("h2");
        assertThat(store.<Head>read(AuditStore.Reader::head)).isEqualTo(last);
        assertThat(store.<EndMark>read(AuditStore.Reader::mark)).isEqualTo(new EndMark("k", "s2"));
        store.write(
                end -> { // for the verification after each test
                    end.prune(key.sign(Checkpoint.Kind.BASE, end.logId(), last.seq(), last.hash(), 0));
                    end.mark(new EndMark(key.publicText(), key.seal(end.logId(), last)));
                    return true;
                });
    }

    @Test
    void twoWritersMakeOneChain() throws InterruptedException {
        try (AuditLog other = AuditLog.builder(unclosed(store), key)
                .bound(Duration.ofMinutes(1))
                .build()) {
            List<Thread> threads = new ArrayList<>();
            CountDownLatch start = new CountDownLatch(1);
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            for (AuditLog each : List.of(log, other, log, other)) {
                Thread thread = new Thread(() -> {
                    await(start);
                    for (int i = 0; i < 50; i++) {
                        if (!(each.outcome(Logs.success(Logs.subject())) instanceof WriteResult.Recorded)) {
                            wrong.set(new AssertionError("not recorded"));
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            start.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong.get()).isNull();
        }

        AuditReport report = log.archive().verify(AuditWitness.of(key));
        assertThat(report.problems()).isEmpty();
        assertThat(log.archive().calls(RecordFilter.ALL)).hasSize(200);
        assertThat(report.records())
                .as("one may have opened the log while the other wrote")
                .isEqualTo(200 + report.openEnds().size());
    }

    @Test
    void aSecondKeyIsRefusedAndLeavesTheLogAsItWas() {
        log.requireOwnKey();
        try (AuditLog other = AuditLog.builder(unclosed(store), CheckpointKey.ephemeral())
                .bound(Duration.ofMinutes(1))
                .build()) {
            assertThatThrownBy(other::requireOwnKey).isInstanceOf(ForeignKeyException.class);
            assertThat(other.outcome(Logs.success(Logs.subject()))).isInstanceOf(WriteResult.Unrecorded.class);
        }
        assertThat(log.outcome(Logs.success(Logs.subject()))).isInstanceOf(WriteResult.Recorded.class);
        assertThat(log.archive().verify(AuditWitness.of(key)).records()).isEqualTo(1);
    }

    @Test
    void anExportIsTheBodyAndTheHashOfEachRecord() {
        AuditSubject subject = Logs.subject();
        log.intent(Logs.intent(subject));
        List<String> lines = new ArrayList<>();

        log.archive().export(RecordFilter.ALL, lines::add);

        assertThat(lines).hasSize(1);
        String hash = lines.get(0).replaceAll(".*,\"hash\":\"([0-9a-f]{64})\"}$", "$1");
        String body = lines.get(0).replaceAll(",\"hash\":\"[0-9a-f]{64}\"}$", "}");
        assertThat(RecordForm.hash(body)).isEqualTo(hash);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the same store for a second log, which does not close it. */
    private static AuditStore unclosed(AuditStore store) {
        return new AuditStore() {
            @Override
            public <T> T write(java.util.function.Function<Writer, T> work) {
                return store.write(work);
            }

            @Override
            public <T> T read(java.util.function.Function<Reader, T> work) {
                return store.read(work);
            }

            @Override
            public void close() {
                // the other log closes it
            }
        };
    }
}
