package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The results of calls while the log cannot be written. */
class AuditUnavailableTest {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
    private static final Outcome SUCCESS = new Outcome.Succeeded(NOTHING, List.of(), Usage.none(3), Transcript.EMPTY);

    private final CheckpointKey key = CheckpointKey.ephemeral();
    private final AtomicInteger made = new AtomicInteger();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void aCallIsRecordedBeforeItIsMade() {
        try (AuditLog log = log(AuditLog.STANDARD_BOUND)) {
            Call call = Call.of("send", NOTHING);
            AuditedCalls.Audited result = calls(log).make(subject(call), call, made -> {
                assertThat(log.archive().find(call.auditId().value()))
                        .extracting(AuditRecord::kind)
                        .containsExactly("call_intent");
                return SUCCESS;
            });

            assertThat(result).isEqualTo(new AuditedCalls.Audited(SUCCESS, true));
            assertThat(log.archive().find(call.auditId().value()))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "call_outcome");
        }
    }

    @Test
    void aCallWhoseIntentCannotBeWrittenIsNotMade() throws SQLException {
        try (AuditLog log = log(AuditLog.STANDARD_BOUND)) {
            log.outcome(Logs.success(Logs.subject()));
            sql("ALTER TABLE audit_record RENAME TO hidden");

            AuditedCalls.Audited refused = make(log);

            assertThat(made).hasValue(0);
            assertThat(refused.recorded()).isFalse();
            assertThat(refused.outcome()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
                assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.CONNECTOR_RUNTIME_ERROR);
                assertThat(failed.failure().boundary()).isEqualTo(Boundary.RUNTIME);
                assertThat(failed.failure().details()).containsEntry("reason", "audit_unavailable");
                assertThat(failed.failure().message())
                        .startsWith("The call was not made, because it could not be recorded. The audit log cannot be"
                                + " written: ")
                        .endsWith(". Make sure that it and its folder are readable and writable, then call again.")
                        .doesNotContain(folder.toString());
            });

            sql("ALTER TABLE hidden RENAME TO audit_record");
            assertThat(make(log).recorded()).isTrue();
            assertThat(made).hasValue(1);
            assertWhole(log);
        }
    }

    @Test
    void anOutcomeThatCannotBeWrittenIsTrueAllTheSameAndLaterCallsAreRefusedUntilItIsWritten() throws SQLException {
        try (AuditLog log = log(AuditLog.STANDARD_BOUND)) {
            Call call = Call.of("send", NOTHING);
            AuditedCalls.Audited result = calls(log).make(subject(call), call, ignored -> {
                sql("ALTER TABLE audit_record RENAME TO hidden");
                return SUCCESS;
            });

            assertThat(result).isEqualTo(new AuditedCalls.Audited(SUCCESS, false));
            assertThat(make(log).outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(made).hasValue(0);

            sql("ALTER TABLE hidden RENAME TO audit_record");
            assertThat(make(log).recorded()).isTrue();
            assertThat(log.archive().find(call.auditId().value()))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "call_outcome");
            assertWhole(log);
        }
    }

    @Test
    void aWriteThatHangsIsGivenUpInTimeAndTheLogSaysThatTheCallWasNotMade() throws SQLException {
        try (AuditLog log = log(Duration.ofMillis(300))) {
            log.outcome(Logs.success(Logs.subject()));
            try (Connection other = DriverManager.getConnection(url());
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN IMMEDIATE");
                AuditedCalls.Audited refused = make(log);
                assertThat(refused.outcome()).isInstanceOf(Outcome.Failed.class);
                statement.execute("COMMIT");
            }
            assertThat(made).hasValue(0);
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(log.archive().calls(RecordFilter.ALL))
                            .extracting(CallSummary::ending)
                            .containsExactly("succeeded", "not_made"));
        }
    }

    @Test
    void aCallThatWasRefusedSinceOnlyTheAnswerOfTheStoreWasLostIsSaidNotToHaveBeenMade() {
        AtomicBoolean loses = new AtomicBoolean();
        AuditStore real = AuditStore.inMemory();
        AuditStore losing = new AuditStore() {
            @Override
            public <T> T write(Function<Writer, T> work) {
                T result = real.write(work);
                if (loses.getAndSet(false)) {
                    throw new IllegalStateException("written, and the answer was lost");
                }
                return result;
            }

            @Override
            public <T> T read(Function<Reader, T> work) {
                return real.read(work);
            }

            @Override
            public void close() {
                real.close();
            }
        };
        try (AuditLog log = AuditLog.builder(losing, key).build()) {
            assertThat(make(log).recorded()).isTrue();
            loses.set(true);
            assertThat(make(log).outcome()).isInstanceOf(Outcome.Failed.class);
            assertThat(make(log).recorded()).isTrue();

            assertThat(made).hasValue(2);
            assertThat(log.archive().calls(RecordFilter.ALL))
                    .extracting(CallSummary::ending)
                    .containsExactlyInAnyOrder("succeeded", "not_made", "succeeded");
            assertWhole(log);
        }
    }

    @Test
    void closeWaitsNoLongerThanItsBoundForAStoreThatDoesNotClose() {
        CountDownLatch released = new CountDownLatch(1);
        AuditStore real = AuditStore.inMemory();
        AuditStore hanging = new AuditStore() {
            @Override
            public <T> T write(Function<Writer, T> work) {
                return real.write(work);
            }

            @Override
            public <T> T read(Function<Reader, T> work) {
                return real.read(work);
            }

            @Override
            public void close() {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        AuditLog log = AuditLog.builder(hanging, key).build();

        log.close(Duration.ofMillis(300));

        assertThat(released.getCount()).as("the store does not close yet").isEqualTo(1);
        released.countDown();
    }

    @Test
    void anErrorOfTheStoreRefusesOneCallAndNotAllThatFollow() {
        AtomicInteger errors = new AtomicInteger(2); // when it is opened, and with the first record
        AuditStore real = AuditStore.inMemory();
        AuditStore failing = new AuditStore() {
            @Override
            public <T> T write(Function<Writer, T> work) {
                if (errors.getAndDecrement() > 0) {
                    throw new UnsatisfiedLinkError("a library that is not there");
                }
                return real.write(work);
            }

            @Override
            public <T> T read(Function<Reader, T> work) {
                return real.read(work);
            }

            @Override
            public void close() {
                real.close();
            }
        };
        try (AuditLog log = AuditLog.builder(failing, key).build()) {
            assertThat(make(log).outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.failure().message())
                                    .contains("an internal fault (UnsatisfiedLinkError)"));
            assertThat(make(log).recorded()).isTrue();
        }
    }

    @Test
    void anInterruptedCallerIsRecordedAllTheSameAndStaysInterrupted() {
        try (AuditLog log = log(AuditLog.STANDARD_BOUND)) {
            Thread.currentThread().interrupt();
            assertThat(make(log).recorded()).isTrue();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aClosedLogTakesNothing() {
        AuditLog log = log(AuditLog.STANDARD_BOUND);
        log.close();

        assertThat(log.intent(Logs.intent(Logs.subject())))
                .isEqualTo(new WriteResult.Unrecorded("The audit log is closed."));
    }

    @Test
    void aFailedCallLeavesItsDenialAndItsLimit() {
        try (AuditLog log = log(AuditLog.STANDARD_BOUND)) {
            Call denied = Call.of("send", NOTHING);
            calls(log)
                    .make(
                            subject(denied),
                            denied,
                            c -> new Outcome.Failed(Logs.denied(c.auditId()), Usage.none(0), Transcript.EMPTY));
            Call spent = Call.of("send", NOTHING);
            calls(log)
                    .make(
                            subject(spent),
                            spent,
                            c -> new Outcome.Failed(Logs.outOfFuel(c.auditId()), Usage.none(0), Transcript.EMPTY));
            Call cancelled = Call.of("send", NOTHING);
            calls(log).make(subject(cancelled), cancelled, c -> Outcome.Cancelled.beforehand(0));

            assertThat(log.archive().find(denied.auditId().value()))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "denial", "call_outcome");
            assertThat(log.archive().find(spent.auditId().value()))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "limit", "call_outcome");
            assertThat(log.archive().find(cancelled.auditId().value()))
                    .extracting(AuditRecord::kind)
                    .containsExactly("call_intent", "cancellation", "call_outcome");
        }
    }

    @Test
    void argumentsAreKeptAsThePolicySaysAndNeverWithAKnownSecret() {
        try (AuditLog log = AuditLog.builder(AuditStore.sqlite(file()), key)
                .redactor(() -> Redactor.of(List.of("hunter2-hunter2")))
                .build()) {
            ObjectNode args =
                    JsonNodeFactory.instance.objectNode().put("to", "me").put("n", 3);
            args.putObject("deep").put("hunter2-hunter2", "aHVudGVyMi1odW50ZXIy and hunter2-hunter2");

            assertThat(arguments(log, ArgumentPolicy.NONE, args)).isEqualTo("{}");
            assertThat(arguments(log, ArgumentPolicy.SHAPE, args))
                    .isEqualTo("{\"to\":\"string of 2\",\"n\":\"number\",\"deep\":\"object of 1\"}");
            assertThat(arguments(log, ArgumentPolicy.VALUES, args))
                    .isEqualTo("{\"to\":\"me\",\"n\":3,\"deep\":{\"[redacted]\":\"[redacted] and [redacted]\"}}");
        }
    }

    private static String arguments(AuditLog log, ArgumentPolicy policy, ObjectNode args) {
        Call call = Call.of("send", args);
        new AuditedCalls(log, policy).make(subject(call), call, ignored -> SUCCESS);
        AuditRecord intent = log.archive().find(call.auditId().value()).get(0);
        return RecordForm.parse(intent).orElseThrow().at("/details/arguments").toString();
    }

    private AuditedCalls.Audited make(AuditLog log) {
        Call call = Call.of("send", NOTHING);
        return calls(log).make(subject(call), call, ignored -> {
            made.incrementAndGet();
            return SUCCESS;
        });
    }

    private static AuditedCalls calls(AuditLog log) {
        return new AuditedCalls(log, ArgumentPolicy.SHAPE);
    }

    private static AuditSubject subject(Call call) {
        return new AuditSubject(call.auditId(), "agent-1", Logs.SLACK, call.op());
    }

    private void assertWhole(AuditLog log) {
        assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
    }

    private AuditLog log(Duration bound) {
        return AuditLog.builder(AuditStore.sqlite(file()), key).bound(bound).build();
    }

    private void sql(String change) {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute(change);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private Path file() {
        return folder.resolve("audit.db");
    }

    private String url() {
        return "jdbc:sqlite:" + file();
    }
}
