package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls hold what they use. They wait for memory that is not available, and if it does not come, the failure says that
 * the host was busy.
 */
final class HostBusyTest {
    private static final long MEBI = 1L << 20;
    private static final int WALL_MILLIS = 300;

    /** Much shorter than the time of a call that waits for memory. */
    private static final Timeouts IMPATIENT =
            new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofMillis(400));

    @Test
    void manyCallsOfDefaultLimitsRunAtTheSameTimeInAHeapOf512Mebibytes() {
        int callers = 32;
        Phaser all = new Phaser(callers);
        MemoryBudget budget = new MemoryBudget(new ByteSize(256 * MEBI));
        try (Bench bench =
                Bench.with("", builder -> builder.memoryBudget(budget).random(bytes -> all.arriveAndAwaitAdvance()))) {
            Connector connector = bench.load(Bench.manifest(""), Growing.by(15, 1), LoadOptions.standard());

            List<CompletableFuture<Outcome>> calls = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                calls.add(started(bench, connector));
            }

            // each call waits in its host function until all of them are there
            assertThat(calls).allSatisfy(call -> assertThat(call.join()).isInstanceOf(Outcome.Succeeded.class));
        }
        Bench.eventually().until(() -> budget.heldBytes() == 0);
    }

    @Test
    void aCallThatWaitsForItsServiceKeepsNoOtherConnectorFromRunning() {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        MemoryBudget budget = new MemoryBudget(new ByteSize(256 * MEBI));
        try (Bench bench =
                Bench.with("", builder -> builder.memoryBudget(budget).random(bytes -> hold(inside, release)))) {
            Connector slow = bench.loadGuest("random", LoadOptions.standard());
            Connector quick = bench.loadGuest("echo", LoadOptions.standard());
            CompletableFuture<Outcome> waiting = started(bench, slow);
            await(inside);

            assertThat(bench.sandbox.invoke(quick, call())).isInstanceOf(Outcome.Succeeded.class);
            assertThat(waiting).isNotDone();
            release.countDown();
            assertThat(waiting.join()).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void aConnectorIsLoadedAndCalledWhereItsLimitsAreMoreThanThereIs() {
        try (Bench bench = Bench.with("", budget(64 * MEBI))) {
            Connector connector = bench.loadGuest("echo", LoadOptions.standard());

            assertThat(bench.sandbox.invoke(connector, call())).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void growthThatWaitsInVainIsTheHostsDoing(Tier tier) throws Exception {
        MemoryBudget budget = new MemoryBudget(new ByteSize(40 * MEBI));
        try (Bench bench = Bench.with("", builder -> builder.memoryBudget(budget));
                Permit others = budget.reserve("others", 1, LoadBudget.endless())) {
            Connector connector = bench.load(
                    Bench.manifest(""),
                    Growing.by(100, 1),
                    LoadOptions.standard().withTier(tier).withLimit(LimitName.WALL_TIME, WALL_MILLIS));
            Permit rest = budget.reserve("the rest", 36 * MEBI, LoadBudget.endless());

            Outcome.Failed failed = (Outcome.Failed) bench.sandbox.invoke(connector, call());
            rest.close();

            Failure failure = failed.failure();
            assertThat(failure.boundary()).isEqualTo(Boundary.RUNTIME);
            assertThat(failure.retriable()).isTrue();
            assertThat(failure.details()).containsEntry("limit", "host_busy").containsEntry("configured", 40 * MEBI);
            assertThat((Long) failure.details().get("used")).isBetween(36 * MEBI, 40 * MEBI);
            assertThat(failure.message()).contains("The host is busy", "-Xmx").doesNotContain("do less", "[limits]");
            assertThat(failed.usage().waitMillis())
                    .isBetween(100L, failed.usage().wallMillis());
            assertThat(failed.usage().memoryPeakBytes()).isEqualTo(65_536);
            assertThat(others).isNotNull();
            assertThat(bench.sandbox.invoke(connector, call())).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void growthThatWaitsIsGivenWhatOthersGiveBack() throws Exception {
        MemoryBudget budget = new MemoryBudget(new ByteSize(40 * MEBI));
        CountDownLatch first = new CountDownLatch(1);
        try (Bench bench =
                Bench.with("", builder -> builder.memoryBudget(budget).random(bytes -> first.countDown()))) {
            Connector connector = bench.load(Bench.manifest(""), Growing.by(100, 1), LoadOptions.standard());
            Permit others = budget.reserve("others", 36 * MEBI, LoadBudget.endless());
            CompletableFuture<Outcome> call = started(bench, connector);
            await(first);

            others.close();

            assertThat(call.join()).isInstanceOf(Outcome.Succeeded.class);
        }
    }

    @Test
    void aCallThatNeedsMoreThanThereIsForAllIsToldAtOnce() {
        try (Bench bench = Bench.with("", budget(16 * MEBI))) {
            Connector connector = bench.load(Bench.manifest(""), Growing.by(500, 1), LoadOptions.standard());

            Outcome.Failed failed = (Outcome.Failed) bench.sandbox.invoke(connector, call());

            assertThat(failed.failure().details()).containsEntry("limit", "host_busy");
            assertThat(failed.usage().wallMillis()).isLessThan(10_000);
        }
    }

    @Test
    void aModuleThatBeginsWithMoreThanThereIsForAllIsNotLoaded() {
        try (Sandbox sandbox = budget(16 * MEBI).apply(Sandbox.builder()).build()) {
            LoadResult.Refused refused =
                    (LoadResult.Refused) sandbox.load(Bench.manifest(""), Growing.by(0, 500), LoadOptions.standard());

            assertThat(refused.failure().details())
                    .containsEntry("limit", "memory")
                    .containsEntry("configured", 16 * MEBI);
            assertThat(refused.failure().message())
                    .contains("the host has 16 MiB for all calls and loads together", "-Xmx", "memoryBudget")
                    .doesNotContain("[limits]");
        }
    }

    @Test
    void aCallThatIsCancelledWhileItsGrowthWaitsIsCancelled() throws Exception {
        MemoryBudget budget = new MemoryBudget(new ByteSize(40 * MEBI));
        Cancellation cancellation = new Cancellation();
        try (Bench bench = Bench.with("", builder -> builder.memoryBudget(budget))) {
            Connector connector = bench.load(Bench.manifest(""), Growing.by(100, 1), LoadOptions.standard());
            Permit others = budget.reserve("others", 36 * MEBI, LoadBudget.endless());
            CompletableFuture<Outcome> call = CompletableFuture.supplyAsync(
                    () -> bench.sandbox.invoke(connector, call().withCancellation(cancellation)), Bench.THREAD_EACH);
            Bench.eventually().until(() -> budget.heldBytes() > 36 * MEBI);

            cancellation.cancel();

            assertThat(call.join()).isInstanceOf(Outcome.Cancelled.class);
            others.close();
        }
    }

    @Test
    void aResponseThatWaitsForMemoryIsNotItsServicesDoing() throws Exception {
        MemoryBudget budget = new MemoryBudget(new ByteSize(40 * MEBI));
        String script = "[bindings]\napi_key = 'test-secret-1234'\n[[exchange]]\nrespond = { status = 200, body = '"
                + "x".repeat(4 << 20) + "' }\n";
        try (Bench bench =
                Bench.with(script, builder -> builder.memoryBudget(budget).timeouts(IMPATIENT))) {
            Connector connector = bench.load(
                    Fetch.MANIFEST, Bench.guest("fetch"), LoadOptions.standard().withLimit(LimitName.WALL_TIME, 2_000));
            Permit others = budget.reserve("others", 36 * MEBI, LoadBudget.endless());

            Outcome.Failed failed = (Outcome.Failed) bench.sandbox.invoke(connector, call());
            others.close();

            assertThat(failed.failure().details()).containsEntry("limit", "host_busy");
            assertThat(failed.failure().retriable()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void framesOfInterpretedFunctionsAreCountedAndOthersAreNot(Tier tier) {
        MemoryBudget budget = new MemoryBudget(new ByteSize(64 * MEBI));
        long[] held = {0};
        try (Bench bench =
                Bench.with("", builder -> builder.memoryBudget(budget).random(bytes -> held[0] = budget.heldBytes()))) {
            Connector connector = bench.load(
                    Bench.manifest(""),
                    Growing.recursing(800),
                    LoadOptions.standard().withTier(tier));

            Outcome outcome = bench.sandbox.invoke(connector, call());

            assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
            if (tier == Tier.INTERPRETED) {
                assertThat(held[0]).isGreaterThan(2 * MEBI);
            } else {
                assertThat(held[0]).isLessThan(MEBI);
            }
        }
    }

    private static UnaryOperator<Sandbox.Builder> budget(long bytes) {
        return builder -> builder.memoryBudget(new MemoryBudget(new ByteSize(bytes)));
    }

    private static CompletableFuture<Outcome> started(Bench bench, Connector connector) {
        return CompletableFuture.supplyAsync(() -> bench.sandbox.invoke(connector, call()), Bench.THREAD_EACH);
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }

    private static void hold(CountDownLatch inside, CountDownLatch release) {
        inside.countDown();
        await(release);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
