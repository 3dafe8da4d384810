package dev.airlock.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.AuditStoreContract;
import dev.airlock.runtime.audit.Logs;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.WriteResult;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.Head;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.testkit.LocalPostgres;
import dev.airlock.testkit.PostgresIsInstalled;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The audit store contract on a real server, which is started here if PostgreSQL's programs are installed. */
@ExtendWith(PostgresIsInstalled.class)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("the schema that each test makes anew")
class PostgresAuditTest extends AuditStoreContract {
    @SuppressWarnings("NullAway.Init")
    private static LocalPostgres server;

    @BeforeAll
    static void start() {
        server = LocalPostgres.start(LocalPostgres.programs().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected AuditStore newStore() {
        try (Connection connection = DriverManager.getConnection(server.url(), "airlock", "");
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS airlock CASCADE");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return AuditStore.at(server.url(), "airlock", "");
    }

    @Test
    void aWriteThatWaitsForALockIsGivenUpInTimeAndTheLogSaysThatTheCallWasNotMade() throws SQLException {
        AuditSubject late = Logs.subject();
        try (AuditLog log =
                AuditLog.builder(newStore(), key).bound(Duration.ofSeconds(2)).build()) {
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> log.intent(Logs.intent(Logs.subject())) instanceof WriteResult.Recorded);
            try (Connection other = DriverManager.getConnection(server.url(), "airlock", "");
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("SELECT head_seq FROM airlock.audit_log FOR UPDATE");
                assertThat(log.intent(Logs.intent(late))).isInstanceOf(WriteResult.Unrecorded.class);
                other.rollback();
            }
            await().atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(log.archive()
                                    .calls(RecordFilter.about(late.call().value())))
                            .last()
                            .satisfies(call -> assertThat(call.ending()).isEqualTo("not_made")));
            assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        }
    }

    @Test
    void aConnectionThatTheServerLostIsReplacedBeforeItIsUsed() {
        try (AuditStore store = AuditStore.at(server.url(), "airlock", "")) {
            Head before = store.read(AuditStore.Reader::head);
            server.crash();
            server.begin();

            assertThat(store.read(AuditStore.Reader::head)).isEqualTo(before);
        }
    }

    @Test
    void callsAreRefusedWhileTheServerIsAwayAndNothingIsLostOnceItIsBack() {
        AuditSubject subject = Logs.subject();
        try (AuditLog log = AuditLog.builder(AuditStore.at(server.url(), "airlock", ""), key)
                .bound(Duration.ofSeconds(20))
                .build()) {
            assertThat(log.intent(Logs.intent(subject))).isInstanceOf(WriteResult.Recorded.class);
            server.crash();
            assertThat(log.outcome(Logs.success(subject))).isInstanceOf(WriteResult.Unrecorded.class);
            assertThat(log.intent(Logs.intent(Logs.subject()))).isInstanceOf(WriteResult.Unrecorded.class);
            server.begin();

            // a server that has just started answers late
            await().atMost(Duration.ofMinutes(5))
                    .until(() -> log.intent(Logs.intent(Logs.subject())) instanceof WriteResult.Recorded);
            assertThat(log.archive().find(subject.call().value())).hasSize(2);
            assertThat(log.archive().calls(RecordFilter.ALL)).hasSize(2);
            assertThat(log.archive().verify(key.publicKey()).problems()).isEmpty();
        }
    }
}
