package dev.airlock.runtime.recovery;

import static dev.airlock.runtime.recovery.RecoveryBench.errandsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.effect.Effect;
import dev.airlock.runtime.recovery.call.ConnectorTarget;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.call.RecoveryCall.Identity;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.policy.CallSource;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.recovery.store.KeyStore;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that is locked, cannot be written at some point, or holds damaged rows: no effect is lost or doubled. */
class StoreFaultsTest {
    private static final String OK = "[[exchange]]\nrespond = { status = 200, body = '{}' }\n";
    private static final String REVERSIBLE = """
            [[operations]]
            name = "run"
            description = "Runs errands."
            reversal = "undo"
            [[operations]]
            name = "undo"
            description = "Undoes them."
            """;
    private static final String SHORT_OF_TIME = "[limits]\nwall_time = \"2s\"\n";
    private static final ObjectNode POST = errandsOf("POST /messages");
    private static final String KEY = "order-1234";

    @TempDir
    Path temp;

    /** Another user of the same file. */
    private final class Intruder implements AutoCloseable {
        private final Connection connection;

        Intruder() throws SQLException {
            connection = DriverManager.getConnection("jdbc:sqlite:" + temp.resolve("recovery.db"));
        }

        void run(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        /** Makes an operation fail for everyone from now on. */
        void forbid(String event) throws SQLException {
            run("create trigger forbidden before " + event + " begin select raise(abort, 'disk I/O error'); end");
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    @Test
    void aCallWhoseKeyCannotBeRecordedIsNotMade() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.forbid("insert on idempotency_key");
            Recoveries recoveries = bench.recoveries();

            Result.Failed refused = (Result.Failed) recoveries.run(keyed(bench));
            intruder.run("drop trigger forbidden");
            Result afterwards = recoveries.run(keyed(bench));

            assertThat(refused.failure().details()).containsEntry("reason", "store_unavailable");
            assertThat(refused.failure().message()).contains("so the call was not made", "try again");
            assertThat(refused.effect()).isEqualTo(Effect.NONE);
            assertThat(afterwards).isInstanceOf(Result.Succeeded.class);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aCallWhoseOutcomeCannotBeRecordedReturnsItAndIsInDoubtForWhoeverRepeatsIt() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.forbid("update on idempotency_key");
            Recoveries recoveries = bench.recoveries();

            Result first = recoveries.run(keyed(bench));
            Result.Failed second = (Result.Failed) recoveries.run(keyed(bench));

            assertThat(first).isInstanceOf(Result.Succeeded.class);
            assertThat(bench.trace.text()).contains("suppressed: record of the outcome");
            assertThat(second.failure().details()).containsEntry("key_state", "in_doubt");
            assertThat(bench.time.elapsed()).isZero();
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aRequestThatCannotBeRecordedBeforehandIsNotSent() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.forbid("insert on sent");
            Recoveries recoveries = bench.recoveries();

            Result.Failed refused = (Result.Failed) recoveries.run(keyed(bench));
            assertThat(bench.upstream.requests()).isEmpty();
            intruder.run("drop trigger forbidden");
            Result afterwards = recoveries.run(keyed(bench));

            assertThat(refused.failure().details()).containsEntry("reason", "store_unavailable");
            assertThat(refused.failure().message())
                    .contains("a request was not sent, because that could not be recorded beforehand");
            assertThat(refused.effect()).isEqualTo(Effect.NONE);
            assertThat(afterwards).isInstanceOf(Result.Succeeded.class);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aCallThatLostItsKeySendsNothingMore() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.run("create trigger taken after insert on idempotency_key begin"
                    + " update idempotency_key set call = 'audit-of-another'; end");

            Result.Failed lost = (Result.Failed) bench.recoveries().run(keyed(bench));

            assertThat(lost.failure().message()).contains("was away for too long", "under the same key");
            assertThat(lost.effect()).isEqualTo(Effect.NONE);
            assertThat(bench.upstream.requests()).isEmpty();
            assertThat(bench.trace.text()).contains("The call lost its key");
        }
    }

    @Test
    void anOutcomeThatCouldNotBeRecordedIsRecordedOnceThatIsPossible() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.forbid("update on idempotency_key");
            Recoveries recoveries = bench.recoveries();
            Result first = recoveries.run(keyed(bench));
            intruder.run("drop trigger forbidden");

            Result ofAnotherKey = recoveries.run(keyed(bench).as(Identity.ofKey("another-key")));
            Result ofAnotherProcess = bench.recoveries().run(keyed(bench));

            assertThat(first).isInstanceOf(Result.Succeeded.class);
            assertThat(ofAnotherKey.recorded()).isEmpty();
            assertThat(ofAnotherProcess.recorded()).isPresent();
            assertThat(bench.upstream.requests()).hasSize(2);
        }
    }

    @Test
    void aStoreThatSomebodyKeepsLockedRefusesTheCallInItsTime() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.run("begin immediate");
            Recoveries recoveries = recoveries(bench);

            Result.Failed refused = (Result.Failed) recoveries.run(keyed(bench));
            intruder.run("rollback");
            Result afterwards = recoveries.run(keyed(bench));

            assertThat(refused.failure().details()).containsEntry("reason", "store_unavailable");
            assertThat(afterwards).isInstanceOf(Result.Succeeded.class);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aStoreThatIsLockedForAMomentIsWaitedFor() throws Exception {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.run("begin immediate");
            CompletableFuture<Result> made =
                    CompletableFuture.supplyAsync(() -> recoveries(bench).run(keyed(bench)));
            assertThat(made.copy()
                            .completeOnTimeout(null, 500, TimeUnit.MILLISECONDS)
                            .get())
                    .isNull();
            intruder.run("rollback");

            assertThat(made.get(5, TimeUnit.MINUTES)).isInstanceOf(Result.Succeeded.class);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void whoWaitsForALockedStoreCanBeCancelled() throws Exception {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.run("begin immediate");
            Cancellation cancellation = new Cancellation();
            cancellation.cancel();

            Result result = recoveries(bench).run(keyed(bench).endedBy(cancellation));

            assertThat(result).isInstanceOf(Result.Cancelled.class);
            assertThat(bench.upstream.requests()).isEmpty();
        }
    }

    @Test
    void aSuccessWhoseTokenCannotBeKeptIsASuccess() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            intruder.forbid("insert on reversal");

            Result result = bench.recoveries().run(RecoveryCall.of(bench.errands(REVERSIBLE), POST));

            assertThat(result).isInstanceOf(Result.Succeeded.class);
            assertThat(bench.trace.text()).contains("suppressed: reversal token");
        }
    }

    @Test
    void aReversalWhoseTokenCannotBeRedeemedIsNotMade() throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            Recoveries recoveries = bench.recoveries();
            AuditId call = made(recoveries, bench);
            intruder.forbid("update on reversal");

            assertThatThrownBy(() -> reverse(recoveries, bench, call)).isInstanceOf(StoreUnavailableException.class);
            assertThat(bench.upstream.requests()).hasSize(1);
            intruder.run("drop trigger forbidden");
            assertThat(reverse(recoveries, bench, call)).isInstanceOf(Result.Succeeded.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "args = '{'",
                "args = ''",
                "args = '3'",
                "output = 'null'",
                "output = '{\"a\":1,\"a\":2}'",
                "token = ''",
                "token = x'00'"
            })
    void aReversalByADamagedTokenIsRefusedAndTheTokenStays(String damage) throws SQLException {
        try (RecoveryBench bench = bench();
                Intruder intruder = new Intruder()) {
            Recoveries recoveries = bench.recoveries();
            AuditId call = made(recoveries, bench);
            intruder.run("update reversal set " + damage);

            Result.Failed refused = (Result.Failed) reverse(recoveries, bench, call);

            assertThat(refused.failure().details()).containsEntry("reason", "reversal_refused");
            assertThat(refused.failure().message()).contains("Its reversal token is damaged");
            assertThat(bench.store.reversals().find(call.value())).isPresent();
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aFileThatIsOlderThanOwnersOfKeysIsTakenOver() throws SQLException {
        try (SqliteRecoveryStore store = SqliteRecoveryStore.open(temp.resolve("recovery.db"))) {
            store.keys().claim(key(), claimant(VirtualTime.START.plusSeconds(30)), VirtualTime.START);
        }
        try (Intruder intruder = new Intruder()) {
            intruder.run("alter table idempotency_key drop column owner");
            intruder.run("alter table idempotency_key drop column call");
            intruder.run("alter table idempotency_key drop column review");
            intruder.run("pragma user_version = 0");
        }
        try (SqliteRecoveryStore store = SqliteRecoveryStore.open(temp.resolve("recovery.db"))) {
            assertThat(store.keys().claim(key(), claimant(VirtualTime.START), VirtualTime.START))
                    .isInstanceOf(KeyStore.Claim.Running.class);
        }
    }

    @Test
    void aFileOfALaterVersionIsRefused() throws SQLException {
        SqliteRecoveryStore.open(temp.resolve("recovery.db")).close();
        try (Intruder intruder = new Intruder()) {
            intruder.run("pragma user_version = 99");
        }
        assertThatThrownBy(() -> SqliteRecoveryStore.open(temp.resolve("recovery.db")))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void ofACallOfAVersionThatRecordedNothingBeforehandNobodyKnowsWhatItSent() throws SQLException {
        try (SqliteRecoveryStore store = SqliteRecoveryStore.open(temp.resolve("recovery.db"))) {
            store.keys().claim(key(), claimant(VirtualTime.START), VirtualTime.START);
        }
        try (Intruder intruder = new Intruder()) {
            intruder.run("update idempotency_key set call = ''");
        }
        try (SqliteRecoveryStore store = SqliteRecoveryStore.open(temp.resolve("recovery.db"))) {
            assertThat(store.keys().claim(key(), claimant(VirtualTime.START), VirtualTime.START))
                    .isEqualTo(new KeyStore.Claim.InDoubt("", Optional.empty(), Optional.empty()));
        }
    }

    private static KeyStore.Claimant claimant(Instant until) {
        return new KeyStore.Claimant("audit-1", "a", until);
    }

    private static KeyStore.Key key() {
        return new KeyStore.Key("local", "local://tests/errands", "run", KEY);
    }

    private static AuditId made(Recoveries recoveries, RecoveryBench bench) {
        return recoveries
                .run(RecoveryCall.of(bench.errands(REVERSIBLE), POST))
                .attempts()
                .get(0)
                .auditId();
    }

    private static Result reverse(Recoveries recoveries, RecoveryBench bench, AuditId call) {
        ConnectorTarget run = bench.errands(REVERSIBLE);
        ConnectorTarget undo = new ConnectorTarget(run.sandbox(), run.loaded(), "undo", run.circuits());
        return recoveries.reverse(
                Recoveries.Reversal.of(call, "a mistake"),
                token -> Optional.of(undo),
                new Cancellation(),
                Journal.none());
    }

    private static RecoveryCall keyed(RecoveryBench bench) {
        return RecoveryCall.of(bench.errands(SHORT_OF_TIME), POST)
                .from(CallSource.FOREGROUND)
                .as(Identity.ofKey(KEY));
    }

    /** Returns recoveries with the machine's own clock, because waiting for a lock uses that. */
    private static Recoveries recoveries(RecoveryBench bench) {
        return new Recoveries(
                Time.ofTheMachine(),
                new RandomSource(new SplittableRandom(3)::nextBytes),
                bench.store,
                RecoveryHandler.NOBODY,
                RecoveryListener.NONE);
    }

    private RecoveryBench bench() {
        return new RecoveryBench(temp, OK);
    }
}
