package dev.airlock.sandbox.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.Bench;
import dev.airlock.sandbox.Fetch;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller can end a call wherever its guest is, by token or by interruption; and a thread that hangs is given up. */
@TestInstance(Lifecycle.PER_CLASS)
final class CancellationTest {
    /** Longer than any machine needs to notice, and shorter than the call would last. */
    private static final long NOTICED_MILLIS = 120_000;

    /** The wall time of calls that hang: enough for a call to come to the host function on a busy machine. */
    private static final long HUNG_MILLIS = 300;

    private static final long LASTS_MILLIS = 300_000;
    private static final String STALL = "[bindings]\napi_key = \"test-secret-1234\"\n[[exchange]]\nfault = \"stall\"\n";

    private static final ConnectorManifest OTHER = ManifestReader.read(
                    "manifest.toml", "[connector]\nname = \"local://tests/other\"\nversion = \"1.0.0\"\n")
            .orThrow();

    private final Semaphore clockReadings = new Semaphore(0);
    private final Bench bench = Bench.with(STALL, builder -> builder.clock(new SignallingClock(clockReadings)));

    @AfterAll
    void close() {
        bench.close();
    }

    private record SignallingClock(Semaphore readings) implements Clock {
        @Override
        public long realtimeNanos() {
            readings.release();
            return 1;
        }

        @Override
        public long monotonicNanos() {
            return 1;
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aTokenThatWasUsedBeforeEndsTheCallBeforeItsFirstInstruction(Tier tier) {
        Connector connector =
                bench.loadGuest("signal-then-spin", LoadOptions.standard().withTier(tier));
        Call call = call();
        call.cancellation().cancel();
        clockReadings.drainPermits(); // of earlier calls, which signed requests

        assertCancelled(bench.sandbox.invoke(connector, call));
        assertThat(clockReadings.tryAcquire()).isFalse();
    }

    @Test
    void aCallThatWasCancelledBeforeDoesNotFailForItsArguments() {
        Connector connector = bench.loadGuest("echo", LoadOptions.standard().withLimit(LimitName.STDIN, 1));
        Call call = call();
        call.cancellation().cancel();

        assertCancelled(bench.sandbox.invoke(connector, call));
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aTokenEndsACallThatNeverCallsTheHost(Tier tier) throws InterruptedException {
        assertEndedByToken("signal-then-spin", tier);
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aTokenEndsACallThatSleeps(Tier tier) throws InterruptedException {
        assertEndedByToken("signal-then-sleep", tier);
    }

    private void assertEndedByToken(String guest, Tier tier) throws InterruptedException {
        Connector connector = bench.loadGuest(guest, lasting().withTier(tier));
        Call call = call();
        CompletableFuture<Outcome> outcome = CompletableFuture.supplyAsync(() -> bench.sandbox.invoke(connector, call));
        assertThat(clockReadings.tryAcquire(5, TimeUnit.MINUTES)).isTrue();
        long start = System.nanoTime();
        call.cancellation().cancel();

        assertCancelled(outcome.join());
        assertThat(millisSince(start)).isLessThan(NOTICED_MILLIS);
        assertThat(connector.leakedThreads()).isZero();
    }

    @Test
    void aTokenEndsACallThatWaitsForTheNetwork() {
        Connector connector = loadFetch();
        Call call = call();
        int before = bench.upstream.requests().size();
        CompletableFuture<Outcome> outcome = CompletableFuture.supplyAsync(() -> bench.sandbox.invoke(connector, call));
        Bench.eventually().until(() -> bench.upstream.requests().size() > before);
        long start = System.nanoTime();
        call.cancellation().cancel();

        assertCancelled(outcome.join());
        assertThat(millisSince(start)).isLessThan(NOTICED_MILLIS);
        assertThat(bench.sandbox.exchangesUnderWay()).isZero();
    }

    @Test
    void oneTokenEndsSeveralCalls() throws InterruptedException {
        Connector connector = bench.loadGuest("signal-then-spin", LoadOptions.standard());
        Cancellation together = new Cancellation();
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            outcomes.add(CompletableFuture.supplyAsync(
                    () -> bench.sandbox.invoke(connector, call().withCancellation(together)), Bench.THREAD_EACH));
        }
        assertThat(clockReadings.tryAcquire(3, 5, TimeUnit.MINUTES)).isTrue();
        together.cancel();

        outcomes.forEach(outcome -> assertCancelled(outcome.join()));
    }

    @Test
    void aTokenThatIsUsedAfterTheCallChangesNothing() {
        Connector connector = bench.loadGuest("echo", LoadOptions.standard());
        Call call = call();

        Outcome outcome = bench.sandbox.invoke(connector, call);
        call.cancellation().cancel();

        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
    }

    @Test
    void interruptingTheCallerCancelsTheCallAndKeepsTheFlag() throws InterruptedException {
        for (String guest : List.of("signal-then-spin", "signal-then-sleep")) {
            Connector connector = bench.loadGuest(guest, LoadOptions.standard());
            CompletableFuture<Outcome> outcome = new CompletableFuture<>();
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            Thread caller = new Thread(() -> {
                outcome.complete(bench.sandbox.invoke(connector, call()));
                flag.complete(Thread.currentThread().isInterrupted());
            });
            caller.start();
            assertThat(clockReadings.tryAcquire(5, TimeUnit.MINUTES)).isTrue();
            caller.interrupt();

            assertCancelled(outcome.join());
            assertThat(flag.join()).isTrue();
        }
    }

    @Test
    void aCallerThatIsInterruptedAlreadyGetsACancelledCallEachTime() {
        Connector connector = bench.loadGuest("echo", LoadOptions.standard());
        for (int i = 0; i < 50; i++) {
            Thread.currentThread().interrupt();
            Outcome outcome = bench.sandbox.invoke(connector, call());

            assertThat(Thread.interrupted()).isTrue();
            assertCancelled(outcome);
        }
        assertThat(bench.sandbox.invoke(connector, call())).isInstanceOf(Outcome.Succeeded.class);
    }

    @Test
    void aThreadThatDoesNotComeBackIsGivenUpCountedAndTakenBackWhenItDoes() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean();
        LoadOptions options = LoadOptions.standard()
                .withLimit(LimitName.WALL_TIME, HUNG_MILLIS)
                .withLimit(LimitName.MEMORY, 65_536);
        try (Bench hanging = Bench.with(
                "",
                builder -> builder.random(bytes -> {
                    if (hangs.get()) {
                        hang(release);
                    }
                }))) {
            Connector connector = hanging.loadGuest("random", options);
            // The first call of a process takes long until it comes to the host function.
            assertThat(hanging.sandbox.invoke(connector, call())).isNotInstanceOf(Outcome.Cancelled.class);
            hangs.set(true);
            for (int leaked = 1; leaked <= Sandbox.MAX_LEAKED_THREADS; leaked++) {
                Outcome outcome = hanging.sandbox.invoke(connector, call());
                assertThat(((Outcome.Failed) outcome).failure().details()).containsEntry("limit", "wall_time");
                assertThat(connector.leakedThreads()).isEqualTo(leaked);
                assertThat(outcome.usage().wallMillis())
                        .isBetween(HUNG_MILLIS, HUNG_MILLIS + 2 * CallThreads.GRACE_MILLIS + NOTICED_MILLIS);
                assertThat(outcome.usage().hostMillis()).isPositive();
                assertThat(outcome.usage().memoryPeakBytes()).isEqualTo(65_536);
            }

            Outcome refused = hanging.sandbox.invoke(connector, call());
            assertThat(((Outcome.Failed) refused).failure().details())
                    .containsEntry("reason", Reason.LEAKED_THREADS.wireName())
                    .containsEntry("threads", (long) Sandbox.MAX_LEAKED_THREADS);
            LoadResult again = hanging.sandbox.load(Bench.manifest(""), Bench.guest("random"), options);
            assertThat(((LoadResult.Refused) again).failure().details())
                    .containsEntry("reason", Reason.LEAKED_THREADS.wireName());
            assertThat(((LoadResult.Refused) again).failure().message()).contains("local://tests/guest", "Restart");
            hanging.load(OTHER, Bench.guest("random"), options);

            release.countDown();
            Bench.eventually().until(() -> connector.leakedThreads() == 0);
            assertThat(hanging.sandbox.invoke(connector, call())).isInstanceOf(Outcome.Succeeded.class);
            hanging.loadGuest("random", options);
        } finally {
            release.countDown();
        }
    }

    private static void hang(CountDownLatch release) {
        boolean released = false;
        while (!released) {
            try {
                release.await();
                released = true;
            } catch (InterruptedException ignored) {
                // hangs, as a host function must not
            }
        }
    }

    private Connector loadFetch() {
        return bench.load(Fetch.MANIFEST, Bench.guest("fetch"), lasting());
    }

    private static LoadOptions lasting() {
        return LoadOptions.standard().withLimit(LimitName.WALL_TIME, LASTS_MILLIS);
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }

    private static void assertCancelled(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Cancelled.class);
    }

    private static long millisSince(long startNanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }
}
