package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.Reason;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.LoadListener;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.budget.ConcurrencyLimiter;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.load.BackgroundCompiler;
import dev.airlock.sandbox.load.LoadAdmission;
import dev.airlock.sandbox.load.LoadRequest;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.load.LoadTools;
import dev.airlock.sandbox.load.Loader;
import dev.airlock.sandbox.recording.CallRecorder;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.LeakedThreads;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.GuestRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads end in time, stop when they are cancelled, and share the heap and the processors with each other and with
 * calls.
 */
final class LoadingTest {
    private static final int SLOTS = 2;

    private final CallThreads threads = new CallThreads();
    private final LeakedThreads leaked = new LeakedThreads();
    private final ConcurrencyLimiter limiter = new ConcurrencyLimiter(SLOTS);
    private final JvmShare share =
            new JvmShare(new MemoryBudget(new ByteSize(1 << 20)), limiter, new ConcurrencyLimiter(1));
    private final AtomicReference<Throwable> fault = new AtomicReference<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 20, 100, 400})
    void aLoadIsRefusedAtItsDeadlineAndDoesNotGoOnWorking(long millis) {
        ConnectorManifest manifest = Bench.manifest("");
        byte[] module = BigModules.arithmetic(2_000, 500);
        try (Bench bench = Bench.plain()) {
            LoadOptions options = LoadOptions.standard().withTier(Tier.COMPILED).withLimit(LimitName.COMPILE, millis);

            LoadResult.Refused refused = (LoadResult.Refused) bench.sandbox.load(manifest, module, options);

            assertThat(refused.failure().details())
                    .containsEntry("limit", "compile")
                    .containsEntry("aspect", "time")
                    .containsEntry("configured", millis);
            Bench.eventually()
                    .atMost(5, TimeUnit.MINUTES)
                    .until(() ->
                            bench.sandbox.leakedThreads("local://tests/guest") == 0 && bench.budget.heldBytes() == 0);
            assertThat(bench.drainFaults()).isEmpty();
        }
    }

    @Test
    void aModuleWhoseLabelsTakeTheEngineLongerThanItHasIsRefusedAtOnce() {
        try (Bench bench = Bench.plain()) {
            LoadOptions standard = LoadOptions.standard().withTier(Tier.INTERPRETED);

            LoadResult.Refused refused =
                    (LoadResult.Refused) bench.sandbox.load(Bench.manifest(""), BigModules.loops(100_000), standard);

            assertThat(refused.failure().details())
                    .containsEntry("limit", "compile")
                    .containsEntry("aspect", "time")
                    .containsEntry("configured", 180_000L)
                    .containsEntry("used", 250_002L);
            assertThat(bench.load(Bench.manifest(""), BigModules.loops(5_000), standard)
                            .tier())
                    .isEqualTo(Tier.INTERPRETED);
        }
    }

    @Test
    void anInterruptionOfTheCallerEndsTheLoadAndStaysSet() {
        Thread caller = Thread.currentThread();
        try (Bench bench = Bench.withCode(
                Optional.empty(), builder -> builder.loadListener((phase, functions) -> caller.interrupt()))) {
            LoadResult result = bench.sandbox.load(
                    Bench.manifest(""),
                    BigModules.arithmetic(2_000, 500),
                    LoadOptions.standard().withTier(Tier.COMPILED));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result).isInstanceOf(LoadResult.Cancelled.class);
            assertThat(result.call(connector -> {
                        throw new AssertionError("called");
                    }))
                    .isInstanceOf(Outcome.Cancelled.class);
            Bench.eventually()
                    .atMost(5, TimeUnit.MINUTES)
                    .until(() -> bench.sandbox.leakedThreads("local://tests/guest") == 0);
        }
    }

    @Test
    void aCallerWhoIsInterruptedBeforehandHasNothingLoaded() {
        AtomicInteger phases = new AtomicInteger();
        try (Bench bench = Bench.withCode(
                Optional.empty(), builder -> builder.loadListener((phase, functions) -> phases.incrementAndGet()))) {
            Thread.currentThread().interrupt();

            LoadResult result =
                    bench.sandbox.load(Bench.manifest(""), BigModules.arithmetic(1, 1), LoadOptions.standard());

            assertThat(Thread.interrupted()).isTrue();
            assertThat(result).isInstanceOf(LoadResult.Cancelled.class);
            assertThat(phases).hasValue(0);
        }
    }

    @Test
    void parallelLoadsNeverHoldMoreThanTheBudgetAndAllEndWell() {
        byte[] module = BigModules.arithmetic(100, 300);
        MemoryBudget budget = new MemoryBudget(new ByteSize(100 << 20));
        try (Sandbox sandbox = Sandbox.builder().memoryBudget(budget).build()) {
            long most = 0;
            List<CompletableFuture<LoadResult>> loads = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                ConnectorManifest manifest = manifest("local://tests/guest" + i);
                loads.add(CompletableFuture.supplyAsync(
                        () -> sandbox.load(
                                manifest, module, LoadOptions.standard().withTier(Tier.COMPILED)),
                        Bench.THREAD_EACH));
            }
            while (!loads.stream().allMatch(CompletableFuture::isDone)) {
                most = Math.max(most, budget.heldBytes());
                Thread.onSpinWait();
            }

            assertThat(loads).allSatisfy(load -> assertThat(load.join()).isInstanceOf(LoadResult.Loaded.class));
            assertThat(most).isPositive().isLessThanOrEqualTo(budget.totalBytes());
            assertThat(loads)
                    .anySatisfy(load -> assertThat(((LoadResult.Loaded) load.join())
                                    .connector()
                                    .loadWait()
                                    .toMillis())
                            .isPositive());
            assertThat(budget.heldBytes()).isZero();
        }
    }

    @Test
    void aLoadThatNeedsMoreThanTheWholeBudgetIsRefusedAtOnce() {
        MemoryBudget budget = new MemoryBudget(new ByteSize(130 << 20));
        try (Sandbox sandbox = Sandbox.builder().memoryBudget(budget).build()) {
            LoadResult.Refused refused = (LoadResult.Refused) sandbox.load(
                    Bench.manifest(""),
                    BigModules.arithmetic(2_000, 500),
                    LoadOptions.standard().withTier(Tier.COMPILED));

            assertThat(refused.failure().details())
                    .containsEntry("limit", "compile")
                    .containsEntry("aspect", "memory")
                    .containsEntry("configured", (long) (130 << 20));
            assertThat(refused.failure().message()).contains("larger heap");
        }
    }

    @Test
    void waitingForMemoryCountsAgainstTheLoadsOwnTimeAndIsReportedApart() throws InterruptedException {
        MemoryBudget budget = new MemoryBudget(new ByteSize(128 << 20));
        Permit giveBack = budget.reserve("somebody else", 128 << 20, LoadBudget.endless());
        try (Sandbox sandbox = Sandbox.builder().memoryBudget(budget).build()) {
            LoadResult.Refused refused = (LoadResult.Refused) sandbox.load(
                    Bench.manifest(""),
                    Bench.guest("echo"),
                    LoadOptions.standard().withTier(Tier.COMPILED).withLimit(LimitName.COMPILE, 1_000));

            assertThat(refused.failure().details()).containsEntry("limit", "host_busy");
            assertThat(refused.failure().retriable()).isTrue();
            assertThat(refused.waitMillis()).isBetween(100L, refused.loadMillis());
        } finally {
            giveBack.close();
        }
    }

    @Test
    void aLoadThatDoesNotComeBackIsGivenUpCountedAndTakenBackWhenItDoes() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        try {
            for (int given = 1; given <= Sandbox.MAX_LEAKED_THREADS; given++) {
                assertThat(load(50, () -> hang(release)).details()).containsEntry("limit", "compile");
                assertThat(leaked.of("local://tests/guest")).isEqualTo(given);
            }
            assertThat(load(50, () -> hang(release)).details())
                    .containsEntry("reason", Reason.LEAKED_THREADS.wireName())
                    .containsEntry("threads", (long) Sandbox.MAX_LEAKED_THREADS);
            for (int i = 0; i < SLOTS; i++) {
                limiter.take(new LoadBudget(Clock.SYSTEM, 1));
            }
        } finally {
            release.countDown();
        }
        Bench.eventually().until(() -> leaked.of("local://tests/guest") == 0);
        threads.close();
    }

    @ParameterizedTest
    @ValueSource(classes = {OutOfMemoryError.class, StackOverflowError.class})
    void whatTheModuleUsedUpIsALimit(Class<? extends Error> type) {
        Failure failure = load(10_000, () -> {
            throw newError(type);
        });

        assertThat(failure.failureClass()).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
        assertThat(failure.details())
                .containsEntry("limit", "compile")
                .containsEntry("aspect", "memory")
                .containsKeys("configured", "used");
        assertThat(fault.get()).isNull();
        threads.close();
    }

    @Test
    void anythingElseIsAFaultOfTheHost() {
        IllegalStateException thrown = new IllegalStateException("a mistake of ours");

        Failure failure = load(10_000, () -> {
            throw thrown;
        });

        assertThat(failure.details()).containsEntry("reason", Reason.HOST_FAULT.wireName());
        assertThat(fault.get()).isSameAs(thrown);
        threads.close();
    }

    private Failure load(long millis, Supplier<Failure> work) {
        LoadBudget budget = new LoadBudget(Clock.SYSTEM, millis);
        LoadAdmission admission = new LoadAdmission("local://tests/guest", share, budget);
        LoadTools tools = new LoadTools(
                Engine.of(why -> {}),
                new BackgroundCompiler(share, threads, why -> {}),
                new CallBoundary((id, thrown) -> fault.set(thrown)),
                LoadListener.NONE,
                threads,
                Clock.SYSTEM,
                GuestRandom.secure(),
                share,
                leaked);
        Limits limits = Limits.defaults().with(LimitName.COMPILE, millis);
        LoadRequest request = new LoadRequest(
                Bench.manifest(""),
                limits,
                Optional.of(Tier.COMPILED),
                Optional.empty(),
                CredentialSource.none(),
                CallRecorder.NONE,
                Optional.empty(),
                Optional.empty());
        Loader loader = new Loader(tools, request, budget, admission);
        return new Loading<Failure>(loader, budget, admission, failure -> failure, () -> {
                    throw new AssertionError("cancelled");
                })
                .run(threads, () -> {
                    admission.takeSlot();
                    return work.get();
                });
    }

    private static Failure hang(CountDownLatch release) {
        boolean released = false;
        while (!released) {
            try {
                release.await();
                released = true;
            } catch (InterruptedException ignored) {
                // hangs, as loading must not
            }
        }
        throw new IllegalStateException("released");
    }

    private static Error newError(Class<? extends Error> type) {
        return type == OutOfMemoryError.class ? new OutOfMemoryError() : new StackOverflowError();
    }

    private static ConnectorManifest manifest(String name) {
        return ManifestReader.read("manifest.toml", "[connector]\nname = \"" + name + "\"\nversion = \"1.0.0\"\n")
                .orThrow();
    }
}
