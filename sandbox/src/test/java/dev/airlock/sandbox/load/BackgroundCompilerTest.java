package dev.airlock.sandbox.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.Bench;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.admission.MemoryBudget;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.thread.CallThreads;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No compilation blocks another one, whatever it waits for and whether or not it stops; and each returns what is held
 * for it.
 */
final class BackgroundCompilerTest {
    private static final long TOTAL = 1_000;
    private static final long HELD = 10;
    private static final long LITTLE = 50;
    private static final long MUCH = 500;
    private static final long A_MINUTE = 60_000;

    private final Bench bench = Bench.plain();
    private final MemoryBudget memory = new MemoryBudget(new ByteSize(TOTAL));
    private final CallThreads threads = new CallThreads();
    private final Queue<Throwable> told = new ConcurrentLinkedQueue<>();
    private final BackgroundCompiler compiler =
            new BackgroundCompiler(JvmShare.ofTheJvm().with(memory), threads, told::add);
    private final List<Connector> connectors = new ArrayList<>();
    private final CountDownLatch allMayEnd = new CountDownLatch(1);
    private final List<Compilation> all = new ArrayList<>();

    /** A compilation that a test watches; it does not end before the test allows it. */
    private final class Compilation implements Function<LoadBudget, Optional<Program>> {
        final Connector connector;
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final CountDownLatch givenBack = new CountDownLatch(1);

        private final Optional<Program> program;

        Compilation(Connector connector) {
            this.connector = connector;
            this.program = Optional.of(connector.program());
        }

        @Override
        public Optional<Program> apply(LoadBudget budget) {
            begun.countDown();
            awaitThoughInterrupted(mayEnd);
            return program;
        }

        Compilation start(long bytes) {
            compiler.compile(
                    this.connector, this, new BackgroundCompiler.Demand(HELD, HELD + bytes, givenBack::countDown));
            return this;
        }

        boolean isBegun() {
            return begun.getCount() == 0;
        }

        boolean hasGivenBack() {
            return givenBack.getCount() == 0;
        }
    }

    @AfterEach
    void nothingStays() throws InterruptedException {
        allMayEnd.countDown();
        for (Compilation each : all) {
            each.mayEnd.countDown();
        }
        compiler.close();
        for (Compilation each : all) {
            await(each.givenBack);
        }
        Bench.eventually().until(() -> memory.heldBytes() == 0);
        Bench.eventually().until(() -> connectors.stream().allMatch(connector -> connector.leakedThreads() == 0));
        connectors.forEach(Connector::close);
        threads.close();
        bench.close();
    }

    @Test
    void compilationsThatAreGivenUpAndGoOnHoldUpNoOther() throws InterruptedException {
        List<Compilation> stuck = new ArrayList<>();
        for (int i = 0; i < Sandbox.MAX_LEAKED_THREADS - 1; i++) {
            Compilation next = compilation().start(LITTLE);
            await(next.begun);
            next.connector.close();
            stuck.add(next);
        }
        Compilation other = compilation().start(LITTLE);
        await(other.begun);
        other.mayEnd.countDown();

        await(other.givenBack);
        assertThat(other.connector.tier()).isEqualTo(Tier.COMPILED);
        assertThat(stuck).noneMatch(Compilation::hasGivenBack);
        assertThat(other.connector.leakedThreads()).isEqualTo(stuck.size());
        assertThat(told).isEmpty();

        stuck.forEach(each -> each.mayEnd.countDown());
        for (Compilation each : stuck) {
            await(each.givenBack);
        }
        Bench.eventually().until(() -> other.connector.leakedThreads() == 0);
        assertThat(stuck).allMatch(each -> each.connector.tier() == Tier.INTERPRETED);
    }

    @Test
    void aCompilationThatHasNoTimeAnyMoreIsToldAndItsResultNotUsed() throws InterruptedException {
        Compilation late = compilation(LoadOptions.standard().withLimit(LimitName.COMPILE, 2_000))
                .start(LITTLE);
        await(late.begun);

        Bench.eventually().until(() -> !told.isEmpty());
        assertThat(told).singleElement().isInstanceOf(LoadStopped.class);

        Compilation other = compilation().start(LITTLE);
        await(other.begun);
        late.mayEnd.countDown();
        await(late.givenBack);
        assertThat(late.connector.tier()).isEqualTo(Tier.INTERPRETED);
        assertThat(told).hasSize(1);
    }

    @Test
    void aCompilationThatWaitsForMemoryLetsOthersGo() throws InterruptedException {
        Permit reserved = reserve(TOTAL - 2 * LITTLE);
        Compilation large = compilation().start(MUCH);
        Compilation small = compilation().start(LITTLE);
        await(small.begun);
        assertThat(large.isBegun()).isFalse();
        small.mayEnd.countDown();
        await(small.givenBack);

        reserved.close();
        await(large.begun);
    }

    @Test
    void aConnectorWhoseFirstCallLastsLetsOthersGo() throws InterruptedException {
        Compilation called = compilation();
        called.connector.schedule().callBegins();
        called.start(LITTLE);
        Compilation other = compilation().start(LITTLE);
        await(other.begun);
        assertThat(called.isBegun()).isFalse();
        other.mayEnd.countDown();
        await(other.givenBack);

        called.connector.schedule().callIsOver();
        await(called.begun);
    }

    @Test
    void closingAConnectorThatWaitsGivesBackAtOnceWhatIsHeldForIt() throws InterruptedException {
        Permit reserved = reserve(TOTAL);
        Compilation waiting = compilation().start(MUCH);

        waiting.connector.close();
        assertThat(waiting.hasGivenBack()).isTrue();
        reserved.close();
        assertThat(told).isEmpty();
    }

    @Test
    void closingTheCompilerGivesUpWhatWaitsAndWhatIsUnderWay() throws InterruptedException {
        Compilation underWay = compilation().start(LITTLE);
        await(underWay.begun);
        Compilation waiting = compilation().start(TOTAL - LITTLE);

        compiler.close();
        assertThat(waiting.hasGivenBack()).isTrue();
        Compilation tooLate = compilation().start(LITTLE);
        assertThat(tooLate.hasGivenBack()).isTrue();
        assertThat(told).isEmpty();
    }

    @Test
    void aCompilationThatIsGivenUpAndGoesOnHoldsNoConnector() throws InterruptedException {
        WeakReference<Connector> closed = compiling();
        Objects.requireNonNull(closed.get()).close();
        WeakReference<Connector> forgotten = compiling();
        compiler.close();

        Bench.eventually().until(() -> isCollected(closed) && isCollected(forgotten));
    }

    @Test
    void aCompilationThatHasNoTimeAnyMoreHoldsNoConnector() throws InterruptedException {
        WeakReference<Connector> late = compiling(LoadOptions.standard().withLimit(LimitName.COMPILE, 2_000));
        Bench.eventually().until(() -> !told.isEmpty());

        Bench.eventually().until(() -> isCollected(late));
    }

    @Test
    void aCompilationThatMayNotTakeWhatItNeedsIsTold() throws InterruptedException {
        Compilation tooLarge = compilation().start(TOTAL + 1);

        await(tooLarge.givenBack);
        Bench.eventually().until(() -> !told.isEmpty());
        assertThat(told)
                .singleElement()
                .extracting(Throwable::getMessage)
                .asString()
                .contains("takes 1011 bytes");
        assertThat(tooLarge.hasGivenBack()).isTrue();
    }

    private Compilation compilation() {
        return compilation(LoadOptions.standard());
    }

    private Compilation compilation(LoadOptions options) {
        Connector connector = bench.loadGuest("mark-everything", options.withTier(Tier.INTERPRETED));
        connectors.add(connector);
        Compilation compilation = new Compilation(connector);
        all.add(compilation);
        return compilation;
    }

    private WeakReference<Connector> compiling() throws InterruptedException {
        return compiling(LoadOptions.standard());
    }

    /** Begins to compile a connector that nothing else holds. */
    private WeakReference<Connector> compiling(LoadOptions options) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Connector connector = bench.loadGuest("mark-everything", options.withTier(Tier.INTERPRETED));
        Function<LoadBudget, Optional<Program>> work = budget -> {
            begun.countDown();
            awaitThoughInterrupted(allMayEnd);
            return Optional.empty();
        };
        compiler.compile(connector, work, new BackgroundCompiler.Demand(HELD, HELD + LITTLE, () -> {}));
        await(begun);
        return new WeakReference<>(connector);
    }

    private static boolean isCollected(WeakReference<Connector> connector) {
        System.gc();
        return connector.get() == null;
    }

    private Permit reserve(long bytes) throws InterruptedException {
        return memory.reserve("another", bytes, LoadBudget.endless());
    }

    private static void awaitThoughInterrupted(CountDownLatch event) {
        boolean interrupted = false;
        while (true) {
            try {
                event.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch event) throws InterruptedException {
        assertThat(event.await(A_MINUTE, TimeUnit.MILLISECONDS)).isTrue();
    }
}
