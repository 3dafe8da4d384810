package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many calls at once, and many that end at their deadline: each gets its own outcome, and nothing is left behind. */
final class SandboxTest {
    private static final String PAGE = """
            [bindings]
            api_key = "test-secret-1234"
            [[exchange]]
            respond = { status = 200, body = '{"n":1}' }
            """;

    @ParameterizedTest
    @EnumSource(Tier.class)
    void sixtyFourCallsAtOnceAllSucceedAndLeaveNothing(Tier tier) {
        try (Bench bench = Bench.with(PAGE)) {
            Connector connector = bench.load(
                    Fetch.MANIFEST, Bench.guest("fetch"), LoadOptions.standard().withTier(tier));
            List<CompletableFuture<Outcome>> outcomes = IntStream.range(0, 64)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> bench.sandbox.invoke(connector, call()), Bench.THREAD_EACH))
                    .toList();

            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.join()).isInstanceOf(Outcome.Succeeded.class));
            assertThat(bench.upstream.requests()).hasSize(64);
            assertThat(bench.sandbox.exchangesUnderWay()).isZero();
            assertThat(connector.leakedThreads()).isZero();
        }
    }

    /**
     * Checks for no failure class but the deadline's, no leak, and no interruption that reaches a later call or the
     * caller.
     */
    @ParameterizedTest
    @EnumSource(Tier.class)
    void thousandsOfCallsThatEndAtTheirDeadlineEndByNothingElse(Tier tier) {
        try (Bench bench = Bench.plain()) {
            LoadOptions options = LoadOptions.standard().withTier(tier);
            Connector spinning = bench.loadGuest(
                    "signal-then-spin",
                    options.withLimit(LimitName.WALL_TIME, 1).withLimit(LimitName.FUEL, 300_000_000_000L));
            Connector sleeping = bench.loadGuest("signal-then-sleep", options.withLimit(LimitName.WALL_TIME, 1));
            Connector hasty = bench.loadGuest("echo", options.withLimit(LimitName.WALL_TIME, 1));
            Connector patient = bench.loadGuest("echo", options);

            List<CompletableFuture<Void>> callers = IntStream.range(0, 4)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> {
                                for (int round = 0; round < 150; round++) {
                                    assertDeadline(bench.sandbox.invoke(spinning, call()));
                                    assertDeadline(bench.sandbox.invoke(sleeping, call()));
                                    assertEitherWay(bench.sandbox.invoke(hasty, call()));
                                    assertThat(bench.sandbox.invoke(patient, call()))
                                            .isInstanceOf(Outcome.Succeeded.class);
                                    assertThat(Thread.currentThread().isInterrupted())
                                            .isFalse();
                                }
                            },
                            Bench.THREAD_EACH))
                    .toList();

            callers.forEach(CompletableFuture::join);
            assertThat(bench.hostFaults).isEmpty();
            Bench.eventually()
                    .until(() -> spinning.leakedThreads() + sleeping.leakedThreads() + hasty.leakedThreads() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void connectorsCanBeLoadedWhileCallsRun(Tier tier) {
        try (Bench bench = Bench.plain()) {
            LoadOptions options = LoadOptions.standard().withTier(tier);
            List<CompletableFuture<Outcome>> outcomes = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> bench.sandbox.invoke(bench.loadGuest("echo", options), call()), Bench.THREAD_EACH))
                    .toList();

            assertThat(outcomes)
                    .allSatisfy(outcome -> assertThat(outcome.join()).isInstanceOf(Outcome.Succeeded.class));
        }
    }

    @Test
    void aClosedSandboxLoadsAndInvokesNothing() {
        Bench bench = Bench.plain();
        Connector connector = bench.loadGuest("echo", LoadOptions.standard());
        bench.close();

        assertThatIllegalStateException().isThrownBy(() -> bench.sandbox.invoke(connector, call()));
        assertThatIllegalStateException().isThrownBy(() -> bench.loadGuest("echo", LoadOptions.standard()));
    }

    private static void assertEitherWay(Outcome outcome) {
        if (!(outcome instanceof Outcome.Succeeded)) {
            assertDeadline(outcome);
        }
    }

    private static void assertDeadline(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(((Outcome.Failed) outcome).failure().details()).containsEntry("limit", "wall_time");
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }
}
