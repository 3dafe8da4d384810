package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.state.SqliteStateStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A failure explains how the call came to its limit, and its advice works. */
final class BeforeLimitTest {
    private static final ConnectorManifest FETCHES = Bench.networked("http_request", "http_response_read");
    private static final ConnectorManifest KEEPS = Bench.manifest("""
            [capabilities.network]
            hosts = ["api.example.com:443"]
            [capabilities.state]
            [capabilities.runtime]
            imports = ["once", "state_get", "state_put", "http_request", "http_response_status"]
            """);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = LimitName.class,
            names = {"WALL_TIME", "FUEL"})
    void theLimitAfterARefusedGrowthNamesTheGrowth(LimitName limit) {
        LoadOptions small = LoadOptions.standard()
                .withLimit(LimitName.MEMORY, 1 << 20)
                .withLimit(LimitName.WALL_TIME, limit == LimitName.FUEL ? 30_000 : 500)
                .withLimit(LimitName.FUEL, limit == LimitName.FUEL ? 1_000_000 : 300_000_000_000L);
        try (Bench bench = Bench.plain()) {
            Failure failure = failure(bench, bench.loadGuest("grows-then-loops", small));

            assertThat(failure.details())
                    .containsEntry("limit", limit.wireName())
                    .containsEntry("refused", Map.of("limit", "memory", "configured", 1L << 20, "used", 101L << 16));
            assertThat(failure.message())
                    .contains(
                            "It was refused growth before: the connector needs 6464 KiB of memory and may have 1 MiB.",
                            "Raise `memory` under [limits]");
            assertThat(outcome(
                            bench, bench.loadGuest("grows-then-loops", small.withLimit(LimitName.MEMORY, 101 << 16))))
                    .isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void aServiceThatDoesNotAnswerHadTheTime() {
        try (Bench bench =
                Bench.with("[[exchange]]\nrespond = { status = 200, body = '{\"output\":{}}' }\ndelay = '900ms'\n")) {
            LoadOptions options = LoadOptions.standard();
            Failure failure = failure(bench, relays(bench, options.withLimit(LimitName.WALL_TIME, 400)));

            assertThat(failure.retriable()).isFalse();
            assertThat(failure.details()).containsEntry("limit", "wall_time").containsEntry("wall_time_in", "service");
            assertThat(failure.message())
                    .contains("Most of that time it waited for the service.", "raise `wall_time` under [limits]");
            assertThat(outcome(bench, relays(bench, options.withLimit(LimitName.WALL_TIME, 20_000))))
                    .isInstanceOf(Outcome.Succeeded.class);
        }
    }

    private static Connector relays(Bench bench, LoadOptions options) {
        return bench.load(FETCHES, Bench.guest("relays-airlock"), options);
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aGuestThatLoopsHadTheTimeItself(Tier tier) {
        try (Bench bench = Bench.plain()) {
            Failure failure = failure(
                    bench,
                    bench.loadGuest(
                            "signal-then-spin",
                            LoadOptions.standard()
                                    .withTier(tier)
                                    .withLimit(LimitName.WALL_TIME, 300)
                                    .withLimit(LimitName.FUEL, 300_000_000_000L)));

            assertThat(failure.details())
                    .containsEntry("wall_time_in", "guest")
                    .doesNotContainKeys("waited", "refused");
        }
    }

    @Test
    void aGuestThatSleepsHadTheTimeItself() {
        try (Bench bench = Bench.plain()) {
            Failure failure = failure(
                    bench,
                    bench.loadGuest("signal-then-sleep", LoadOptions.standard().withLimit(LimitName.WALL_TIME, 300)));

            assertThat(failure.details()).containsEntry("wall_time_in", "guest");
        }
    }

    @Test
    void stateThatAnotherProcessKeepsLockedIsNamed() throws SQLException {
        Path file = folder.resolve("state.db");
        try (SqliteStateStore store = SqliteStateStore.in(file);
                Bench bench =
                        Bench.with("[[exchange]]\nrespond = { status = 200 }\n", builder -> builder.state(store));
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            Connector patient = bench.load(KEEPS, Bench.guest("once"), LoadOptions.standard());
            Connector connector = bench.load(
                    KEEPS, Bench.guest("once"), LoadOptions.standard().withLimit(LimitName.WALL_TIME, 500));
            Failure failure;
            try (Statement statement = other.createStatement()) {
                statement.execute("BEGIN EXCLUSIVE");
                failure = failure(bench, connector);
                statement.execute("ROLLBACK");
            }

            assertThat(failure.details()).containsEntry("limit", "wall_time").containsEntry("wall_time_in", "host");
            assertThat(failure.details().get("waited")).isInstanceOfSatisfying(Map.class, waited -> {
                assertThat(waited.get("for")).isEqualTo("state_locked");
                assertThat((Long) waited.get("ms")).isBetween(100L, 500L);
            });
            assertThat(failure.message())
                    .contains("for its state, which another process locks.")
                    .endsWith("Make the call again when that process has released the state.");
            assertThat(outcome(bench, patient)).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void memoryThatOtherCallsHoldIsNamed() throws InterruptedException {
        MemoryBudget budget = new MemoryBudget(new ByteSize(100 << 20));
        try (Bench bench = Bench.with("", builder -> builder.memoryBudget(budget))) {
            Connector patient = bench.loadGuest("echo", LoadOptions.standard());
            Connector connector = bench.loadGuest("echo", LoadOptions.standard().withLimit(LimitName.WALL_TIME, 300));
            Permit giveBack = budget.reserve("others", (100 << 20) - 1, new Unending());
            Failure failure = failure(bench, connector);
            giveBack.close();

            assertThat(failure.details()).hasEntrySatisfying("waited", wait -> {
                Map<?, ?> waited = (Map<?, ?>) wait;
                assertThat(waited.get("for")).isEqualTo("memory");
                assertThat((Long) waited.get("ms")).isBetween(100L, 500L);
            });
            assertThat(failure.message()).startsWith("The host is busy");
            assertThat(outcome(bench, patient)).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    /** A deadline that never ends. */
    private static final class Unending implements Deadline {
        @Override
        public long remainingNanos() {
            return Long.MAX_VALUE;
        }

        @Override
        public void check() {}

        @Override
        public Runnable onEnd(Runnable action) {
            return () -> {};
        }
    }

    private static Failure failure(Bench bench, Connector connector) {
        Outcome outcome = outcome(bench, connector);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure();
    }

    private static Outcome outcome(Bench bench, Connector connector) {
        return bench.sandbox.invoke(connector, Call.of("go", JsonNodeFactory.instance.objectNode()));
    }
}
