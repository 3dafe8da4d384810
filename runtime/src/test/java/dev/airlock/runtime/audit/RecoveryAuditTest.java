package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.call.RecordedCall;
import dev.airlock.runtime.audit.chain.RecordForm;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.AuditSubject.ConnectorIdentity;
import dev.airlock.runtime.audit.explain.Explanation;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.recovery.Recoveries;
import dev.airlock.runtime.recovery.RecoveryHandler;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.StepDeclaration;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of recovered calls in the log. */
class RecoveryAuditTest {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final CheckpointKey key = CheckpointKey.ephemeral();
    private final List<Call> attempts = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private AuditLog log;

    @SuppressWarnings("NullAway.Init")
    private RecoveryStore store;

    @SuppressWarnings("NullAway.Init")
    private AuditedCalls calls;

    @SuppressWarnings("NullAway.Init")
    private Recoveries recoveries;

    @BeforeEach
    void open() {
        log = AuditLog.builder(AuditStore.sqlite(folder.resolve("audit.db")), key)
                .build();
        store = SqliteRecoveryStore.open(folder.resolve("recovery.db"));
        calls = new AuditedCalls(log, ArgumentPolicy.SHAPE);
        recoveries = new Recoveries(
                Time.ofTheMachine(), RandomSource.secure(), store, RecoveryHandler.NOBODY, RecoveryListener.NONE);
    }

    @AfterEach
    void close() {
        assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        log.close();
        store.close();
    }

    @Test
    void theResultOfAFallbackIsMarkedAndItsAttemptsBelongToTheCall() {
        RecoveryCall call = call(target("first", this::unreachable), 0)
                .with(StepDeclaration.NONE.orElse(target("second", this::success), NOTHING));

        Made made = recover(call);

        assertThat(made.recorded()).isTrue();
        assertThat(made.result()).isInstanceOf(Result.Succeeded.class);
        List<AuditRecord> records = log.archive().find(attempts.get(1).auditId().value());
        assertThat(records)
                .extracting(AuditRecord::kind)
                .containsExactly(
                        "call_intent", "attempt", "decision", "recovery", "recovery", "attempt", "call_outcome");
        assertThat(records)
                .extracting(AuditRecord::call)
                .containsOnly(attempts.get(0).auditId().value());
        assertThat(records.get(5).connector()).isEqualTo("local://tests/second");
        assertThat(RecordForm.parse(records.get(6))
                        .orElseThrow()
                        .at("/details/recovery/fallback/instead")
                        .asText())
                .isEqualTo("network_error");
        assertThat(Explanation.of(records).steps())
                .contains("the result is that of its fallback, run of local://tests/second, after network_error");
    }

    @Test
    void aDecisionIsDurableBeforeWhatFollowsFromIt() {
        recover(call(
                target("first", attempt -> {
                    if (attempt.attempt() > 1) {
                        assertThat(kinds(attempts.get(0))).contains("attempt", "decision");
                        return success(attempt);
                    }
                    return unreachable(attempt);
                }),
                1));

        assertThat(attempts).hasSize(2);
    }

    @Test
    void withoutARecordOfTheDecisionThereIsNoFurtherAttempt() {
        Made made = recover(call(
                target("first", attempt -> {
                    sql("ALTER TABLE audit_record RENAME TO hidden");
                    return unreachable(attempt);
                }),
                3));
        sql("ALTER TABLE hidden RENAME TO audit_record");

        assertThat(attempts).hasSize(1);
        assertThat(made.recorded()).isFalse();
        assertThat(((Result.Failed) made.result()).failure()).satisfies(failure -> {
            assertThat(failure.details()).containsEntry("reason", "audit_unavailable");
            assertThat(failure.message()).startsWith("No further attempt was made");
            assertThat(failure.retriable()).isFalse();
        });
        recover(call(target("first", this::success), 0));
        assertThat(kinds(attempts.get(0)))
                .startsWith("call_intent", "attempt", "decision")
                .endsWith("call_outcome");
    }

    @Test
    void theKeyThatGoesAlongIsInTheIntent() {
        recover(call(target("first", this::success), 0));

        AuditRecord intent =
                log.archive().find(attempts.get(0).auditId().value()).get(0);
        assertThat(RecordForm.parse(intent)
                        .orElseThrow()
                        .at("/details/idempotency_key")
                        .asText())
                .isEqualTo(attempts.get(0).idempotencyKey());
    }

    private record Made(Result result, boolean recorded) {}

    private Made recover(RecoveryCall call) {
        AuditId id = AuditId.random();
        ConnectorIdentity connector = ConnectorIdentity.named(call.target().connector());
        RecordedCall journal = calls.journal(
                new AuditSubject(id, "agent-1", connector, call.target().op()), Redactor.ofNothing());
        Result result = recoveries.run(
                call.as(new RecoveryCall.Identity(Optional.of(id), "agent-1", Optional.empty())), journal);
        return new Made(result, journal.recorded());
    }

    private List<String> kinds(Call call) {
        return log.archive().find(call.auditId().value()).stream()
                .map(AuditRecord::kind)
                .toList();
    }

    private static RecoveryCall call(Target target, int retries) {
        return RecoveryCall.of(target, NOTHING)
                .with(RetryPolicy.of(retries, Backoff.of(Backoff.Growth.FIXED, Duration.ofMillis(1))));
    }

    private Outcome unreachable(Call attempt) {
        return new Outcome.Failed(Logs.dns(attempt.auditId()), Usage.none(0), Transcript.EMPTY);
    }

    private Outcome success(Call attempt) {
        return new Outcome.Succeeded(NOTHING, List.of(), Usage.none(0), Transcript.EMPTY);
    }

    private Target target(String name, Function<Call, Outcome> behaviour) {
        ConnectorManifest manifest = ManifestReader.read(
                        "manifest.toml", "[connector]\nname = \"local://tests/" + name + "\"\nversion = \"1.0.0\"\n")
                .orThrow();
        return new Target() {
            @Override
            public ConnectorManifest manifest() {
                return manifest;
            }

            @Override
            public String op() {
                return "run";
            }

            @Override
            public Duration wallTime() {
                return Duration.ofMinutes(1);
            }

            @Override
            public Outcome attempt(Call call) {
                attempts.add(call);
                return behaviour.apply(call);
            }

            @Override
            public Optional<Failure> certainFailure(AuditId auditId) {
                return Optional.empty();
            }
        };
    }

    private void sql(String change) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("audit.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 5000");
            statement.execute(change);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
