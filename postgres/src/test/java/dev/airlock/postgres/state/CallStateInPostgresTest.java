package dev.airlock.postgres.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.postgres.recovery.SharedServer;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.state.CallState;
import dev.airlock.sandbox.state.CallStateContract;
import dev.airlock.sandbox.state.StateStore;
import dev.airlock.sandbox.state.StateUnavailableException;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.testkit.PostgresIsInstalled;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of state on a real server, and what only a server can do. */
@ExtendWith(PostgresIsInstalled.class)
class CallStateInPostgresTest extends CallStateContract {
    private static final byte[] KEY = "key".getBytes(StandardCharsets.UTF_8);
    private static final byte[] VALUE = "value".getBytes(StandardCharsets.UTF_8);

    @SuppressWarnings("NullAway.Init")
    private static SharedServer server;

    @BeforeAll
    static void start() {
        server = new SharedServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    public StateStore newStore() {
        server.empty();
        return PostgresStateStore.at(
                server.url(), SharedServer.account(), callers -> callers.toEpochMilli() + "::bigint");
    }

    @Test
    void machinesShareOneStateAndOneClaim() {
        try (StateStore first = real();
                StateStore second = real()) {
            state(first, "call-1", scope(20_000)).put(KEY, VALUE, 0);
            assertThat(state(second, "call-2", scope(20_000)).get(KEY)).contains(VALUE);
            CallState claiming = state(first, "call-1", scope(20_000));
            assertThat(claiming.once(KEY, 0)).isEqualTo(CallState.Once.NEW);
            assertThat(state(second, "call-2", scope(20_000)).once(KEY, 0)).isEqualTo(CallState.Once.IN_DOUBT);
            claiming.finish(true);
            assertThat(state(second, "call-2", scope(20_000)).once(KEY, 0)).isEqualTo(CallState.Once.DONE);
        }
    }

    @Test
    void aValueEndsByTheServersClockWhateverTheMachineThinks() {
        try (StateStore store = real()) {
            state(store, "call-1", scope(20_000)).put(KEY, VALUE, 60_000);

            assertThat(
                            server.column(
                                    "SELECT ends BETWEEN (extract(epoch FROM clock_timestamp()) * 1000)::bigint AND"
                                            + " (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000 FROM airlock.state_entry"))
                    .containsExactly("t");
            server.execute("UPDATE airlock.state_entry SET ends = ends - 60000");
            assertThat(state(store, "call-2", scope(20_000)).get(KEY)).isEmpty();
        }
    }

    @Test
    void aCallThatWaitsForAnotherMachineWaitsUntilItEnds() throws SQLException {
        try (StateStore store = real();
                Connection other = DriverManager.getConnection(server.url(), "airlock", "");
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(hashtextextended('tests', 1))");

            assertThatThrownBy(() -> state(store, "call-1", scope(300)).get(KEY))
                    .isInstanceOfSatisfying(
                            CallEnded.class,
                            ended -> assertThat(ended.termination())
                                    .isInstanceOfSatisfying(
                                            Termination.LimitReached.class,
                                            limit -> assertThat(limit.limit()).isEqualTo(LimitName.WALL_TIME)));
            other.rollback();
            assertThat(state(store, "call-2", scope(20_000)).get(KEY)).isEmpty();
        }
    }

    @Test
    void aServerThatIsAwayIsReportedWithWhatToDo() {
        server.empty();
        try (StateStore store = real()) {
            state(store, "call-1", scope(20_000)).put(KEY, VALUE, 0);
            server.server().crash();
            assertThatThrownBy(() -> state(store, "call-1", scope(20_000)).get(KEY))
                    .isInstanceOfSatisfying(
                            StateUnavailableException.class,
                            thrown ->
                                    assertThat(thrown.next()).startsWith("Make sure that the database's server runs"));
            server.server().begin();
            Awaitility.await()
                    .atMost(Duration.ofMinutes(5))
                    .ignoreExceptions()
                    .until(() -> state(store, "call-2", scope(20_000)).get(KEY).isPresent());
        }
    }

    private static StateStore real() {
        return PostgresStateStore.at(server.url(), SharedServer.account());
    }

    private static CallState state(StateStore store, String key, CallScope scope) {
        return new CallState(store, "tests", key, scope, Limits.defaults(), Clock.SYSTEM);
    }

    private static CallScope scope(long wallMillis) {
        return new CallScope(Clock.SYSTEM, wallMillis, 1_000_000);
    }
}
