package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.LocalPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The same on a real server, which is started here if PostgreSQL's programs are installed. */
@ExtendWith(PostgresAuditTest.WhereItIsInstalled.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the schema that each test makes anew")
class PostgresAuditTest extends AuditStoreContract {
    @SuppressWarnings("NullAway.Init")
    private static LocalPostgres server;

    /** Says clearly that the server is not there; a build server installs it. */
    static final class WhereItIsInstalled implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (LocalPostgres.programs().isPresent()) {
                return ConditionEvaluationResult.enabled("PostgreSQL is installed");
            }
            String text = "PostgreSQL is not installed, so the audit log was not tested on it;"
                    + " install it (Debian: postgresql) or let .ci/run do so.";
            System.err.println(text);
            return ConditionEvaluationResult.disabled(text);
        }
    }

    @BeforeAll
    static void start() {
        server = LocalPostgres.start(LocalPostgres.programs().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    AuditStore newStore() {
        try (Connection connection = DriverManager.getConnection(server.url(), "airlock", "");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS airlock_audit CASCADE");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return AuditStore.postgres(server.url(), "airlock", "");
    }

    @Test
    void aWriteThatWaitsForALockIsGivenUpInTimeAndTheLogSaysThatTheCallWasNotMade() throws SQLException {
        AuditSubject late = Logs.subject();
        try (AuditLog log =
                AuditLog.builder(newStore(), key).bound(Duration.ofSeconds(2)).build()) {
            org.awaitility.Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> log.intent(Logs.intent(Logs.subject())) instanceof Written.Recorded);
            try (Connection other = DriverManager.getConnection(server.url(), "airlock", "");
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("SELECT head_seq FROM airlock_audit.audit_log FOR UPDATE");
                assertThat(log.intent(Logs.intent(late))).isInstanceOf(Written.Unrecorded.class);
                other.rollback();
            }
            org.awaitility.Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(
                                    log.archive().find(late.call().value()))
                            .last()
                            .satisfies(row ->
                                    assertThat(CallSummary.of(row).ending()).isEqualTo("not_made")));
            assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        }
    }

    @Test
    void callsAreRefusedWhileTheServerIsAwayAndNothingIsLostOnceItIsBack() {
        AuditSubject subject = Logs.subject();
        try (AuditLog log = AuditLog.builder(AuditStore.postgres(server.url(), "airlock", ""), key)
                .bound(Duration.ofSeconds(20))
                .build()) {
            assertThat(log.intent(Logs.intent(subject))).isInstanceOf(Written.Recorded.class);
            server.crash();
            assertThat(log.outcome(Logs.success(subject))).isInstanceOf(Written.Unrecorded.class);
            assertThat(log.intent(Logs.intent(Logs.subject()))).isInstanceOf(Written.Unrecorded.class);
            server.begin();

            // a server that has just begun answers when it can
            org.awaitility.Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .until(() -> log.intent(Logs.intent(Logs.subject())) instanceof Written.Recorded);
            assertThat(log.archive().find(subject.call().value())).hasSize(2);
            assertThat(log.archive().calls(dev.airlock.runtime.audit.store.RecordFilter.ALL))
                    .hasSize(2);
            assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        }
    }
}
