package dev.airlock.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.MemorySource;
import dev.airlock.sandbox.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls take what they use and grow; the oldest always makes progress, and no number of calls and loads takes more than
 * there is.
 */
class MemoryBudgetTest {
    private static final Deadline FAR = new LoadBudget(Clock.SYSTEM, 300_000);

    private final MemoryBudget budget = new MemoryBudget(new ByteSize(100));

    @Test
    void aCallHoldsWhatItBeginsWithAndNoMoreUntilItGrows() throws Exception {
        HeldMemory call = budget.admit("a", 10, 60, FAR);

        assertThat(budget.heldBytes()).isEqualTo(10);
        assertThat(call.tryTake(20)).isTrue();
        assertThat(budget.heldBytes()).isEqualTo(30);
        call.close();
        call.close();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void whatACallMayDoWithoutItGetsWhileHalfIsLeftForOthers() throws Exception {
        HeldMemory call = budget.admit("a", 10, 60, FAR);

        assertThat(call.tryTakeOfPlenty(16)).isFalse();
        assertThat(call.tryTakeOfPlenty(15)).isTrue();
        assertThat(call.tryTakeOfPlenty(1)).isFalse();
        assertThat(call.tryTake(1)).isTrue();
        HeldMemory other = budget.admit("b", 10, 20, FAR);
        assertThat(other.tryTakeOfPlenty(15)).isFalse();
        assertThat(other.tryTakeOfPlenty(14)).isTrue();
        assertThat(budget.heldBytes()).isEqualTo(50);
    }

    /** After one call grew far, later ones begin with room to grow as far. */
    @Test
    void roomToGrowKeepsNoCallFromBeginning() throws Exception {
        MemoryBudget large = new MemoryBudget(new ByteSize(128 << 20));
        for (int i = 0; i < 30; i++) {
            HeldMemory held = large.tryAdmit("a", 1 << 20, 20 << 20).orElseThrow();
            CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1, 1);
            scope.memory().drawOn(held, held.heldBytes());
            boolean gotRoom = scope.memory().tryHold(CallMemory.Use.PAGES, 16 << 20);
            assertThat(gotRoom).isEqualTo(i < 2);
        }
    }

    @Test
    void aYoungerCallGrowsOnlyIntoWhatTheOldestDoesNotStillNeed() throws Exception {
        HeldMemory oldest = budget.admit("a", 10, 60, FAR);
        HeldMemory younger = budget.admit("b", 10, 60, FAR);

        assertThat(younger.tryTake(30)).isTrue();
        assertThat(younger.tryTake(1)).isFalse();
        assertThat(oldest.tryTake(50)).isTrue();
    }

    @Test
    void aYoungerCallThatWaitsGetsOnWhenTheOldestIsOver() throws Exception {
        HeldMemory oldest = budget.admit("a", 10, 60, FAR);
        HeldMemory younger = budget.admit("b", 10, 60, FAR);
        CompletableFuture<Void> growing = waiting(younger, 50);

        oldest.close();

        growing.join();
        assertThat(budget.heldBytes()).isEqualTo(60);
    }

    @Test
    void theThirdCallLeavesTheSecondWhatItWillNeedWhenItIsTheOldest() throws Exception {
        HeldMemory first = budget.admit("a", 10, 20, FAR);
        HeldMemory second = budget.admit("b", 10, 70, FAR);
        HeldMemory third = budget.admit("c", 10, 70, FAR);

        assertThat(third.tryTake(20)).isTrue();
        assertThat(third.tryTake(1)).isFalse();
        first.close();
        assertThat(second.tryTake(50)).isTrue();
    }

    @Test
    void ofCallsThatWaitTheOlderGetsOnFirst() throws Exception {
        HeldMemory first = budget.admit("a", 40, 60, FAR);
        HeldMemory second = budget.admit("b", 20, 60, FAR);
        HeldMemory third = budget.admit("c", 20, 60, FAR);
        CompletableFuture<Void> thirds = waiting(third, 30);
        CompletableFuture<Void> seconds = waiting(second, 40);

        first.close();

        seconds.join();
        assertThat(thirds).isNotDone();
        second.close();
        thirds.join();
    }

    @Test
    void nothingBeginsWhileACallWaitsToGrow() throws Exception {
        HeldMemory first = budget.admit("a", 10, 60, FAR);
        HeldMemory second = budget.admit("b", 10, 60, FAR);
        CompletableFuture<Void> growing = waiting(second, 50);

        CompletableFuture<HeldMemory> third = started(() -> budget.admit("c", 1, 1, FAR));
        CompletableFuture<Permit> load = started(() -> budget.reserve("d", 1, FAR));
        Awaitility.await().until(() -> budget.waiting() == 2);

        assertThat(third).isNotDone();
        assertThat(load).isNotDone();
        first.close();
        growing.join();
        third.join();
        load.join();
    }

    @Test
    void whatACallThatIsOverWasPromisedOthersCanHave() throws Exception {
        HeldMemory ended = budget.admit("a", 10, 70, FAR);
        HeldMemory younger = budget.admit("b", 10, 80, FAR);
        assertThat(younger.tryTake(40)).isFalse();

        ended.noMore();

        assertThat(younger.tryTake(40)).isTrue();
    }

    @Test
    void noConnectorTakesMoreThanHalfUnlessItsOldestCallNeedsIt() throws Exception {
        HeldMemory oldest = budget.admit("a", 5, 10, FAR);
        HeldMemory younger = budget.admit("a", 5, 40, FAR);
        HeldMemory others = budget.admit("b", 5, 40, FAR);

        assertThat(younger.tryTake(40)).isTrue();
        assertThat(younger.tryTake(1)).isFalse();
        assertThat(others.tryTake(5)).isTrue();
        assertThat(oldest.tryTake(5)).isTrue();
    }

    @Test
    void aCallThatWaitsForItsConnectorsShareLetsOthersPass() throws Exception {
        HeldMemory oldest = budget.admit("a", 30, 30, FAR);
        HeldMemory younger = budget.admit("a", 10, 30, FAR);
        CompletableFuture<Void> growing = waiting(younger, 15);

        HeldMemory others = budget.admit("b", 5, 40, FAR);

        assertThat(others.tryTake(30)).isTrue();
        assertThat(growing).isNotDone();
        oldest.close();
        growing.join();
    }

    @Test
    void aCallIsPromisedThreeQuartersAtMostSoThatOthersCanBegin() throws Exception {
        HeldMemory vast = budget.admit("a", 10, 1_000, FAR);
        HeldMemory small = budget.admit("b", 10, 1_000, FAR);

        assertThat(small.tryTake(16)).isFalse();
        assertThat(small.tryTake(15)).isTrue();
        assertThat(vast.tryTake(65)).isTrue();
        assertThat(vast.tryTake(1)).isFalse();
    }

    @Test
    void whatWaitsForMoreThanItWasPromisedKeepsNoOtherCallFromGrowing() throws Exception {
        HeldMemory vast = budget.admit("a", 75, 1_000, FAR);
        HeldMemory small = budget.admit("b", 10, 20, FAR);
        CompletableFuture<Void> growing = waiting(vast, 20);

        assertThat(small.tryTake(10)).isTrue();
        small.close();
        growing.join();
    }

    @Test
    void whatIsMoreThanThereIsForAllIsToldAtOnce() throws Exception {
        HeldMemory call = budget.admit("a", 10, 1_000, FAR);

        assertThatThrownBy(() -> call.take(91, FAR)).isInstanceOf(MemorySource.NeverEnoughException.class);
        assertThat(call.tryTake(90)).isTrue();
    }

    @Test
    void aDeadlineEndsTheWaitAndNothingIsHeldForIt() throws Exception {
        HeldMemory oldest = budget.admit("a", 10, 60, FAR);
        HeldMemory younger = budget.admit("b", 10, 60, FAR);
        Deadline soon = new LoadBudget(Clock.SYSTEM, 50);

        assertThatThrownBy(() -> younger.take(50, soon)).isInstanceOf(LoadStopped.class);
        assertThatThrownBy(() -> budget.admit("c", 60, 60, soon)).isInstanceOf(LoadStopped.class);

        assertThat(budget.heldBytes()).isEqualTo(20);
        assertThat(budget.admit("d", 10, 10, FAR)).isNotNull();
        assertThat(oldest.tryTake(50)).isTrue();
    }

    @Test
    void anInterruptionEndsTheWaitAndNothingIsHeldForIt() throws Exception {
        HeldMemory oldest = budget.admit("a", 10, 60, FAR);
        HeldMemory younger = budget.admit("b", 10, 60, FAR);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                younger.take(50, FAR);
            } catch (InterruptedException e) {
                ended.complete(e);
            }
        });
        waiting.start();
        Awaitility.await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        waiting.interrupt();

        assertThat(ended.join()).isInstanceOf(InterruptedException.class);
        oldest.close();
        assertThat(budget.heldBytes()).isEqualTo(10);
        waiting.join();
    }

    @Test
    void whatIsPendingGetsItsWorkDoneWhereEveryCallWaitsForIt() throws Exception {
        budget.reserve("a", 50, FAR);
        Permit pending = budget.pending("a", 50);
        HeldMemory call = budget.admit("a", 10, 60, FAR);
        assertThat(budget.tryReserveMore("a", 60)).as("the call goes on").isEmpty();
        CompletableFuture<Void> growing = waiting(call, 50);

        Permit work = budget.tryReserveMore("a", 60).orElseThrow();

        assertThat(growing).isNotDone();
        work.close();
        pending.close();
        growing.join();
    }

    /** Each grows at random up to its maximum, so that they block one another all the time. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void manyCallsAndLoadsAllGetOnAndNeverTakeMoreThanThereIs(long seed) {
        AtomicLong most = new AtomicLong();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            SplittableRandom random = new SplittableRandom(seed * 1_000 + i);
            all.add(started(() -> random.nextInt(5) == 0 ? load(random, most) : call(random, most)));
        }

        all.forEach(CompletableFuture::join);
        assertThat(most.get()).isBetween(50L, 100L);
        assertThat(budget.heldBytes()).isZero();
    }

    @SuppressWarnings("ThreadPriorityCheck") // so that they meet more often; nothing relies on it
    private Void call(SplittableRandom random, AtomicLong most) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            int first = 1 + random.nextInt(10);
            int last = first + random.nextInt(65);
            try (HeldMemory held = budget.admit("connector " + random.nextInt(3), first, last, FAR)) {
                for (int now = first; now < last; ) {
                    int more = Math.min(last - now, 1 + random.nextInt(20));
                    if (!held.tryTake(more)) {
                        held.take(more, FAR);
                    }
                    now += more;
                    most.accumulateAndGet(budget.heldBytes(), Math::max);
                    Thread.yield();
                }
            }
        }
        return null;
    }

    @SuppressWarnings("ThreadPriorityCheck") // so that they meet more often; nothing relies on it
    private Void load(SplittableRandom random, AtomicLong most) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            Permit held = budget.reserve("connector " + random.nextInt(3), 1 + random.nextInt(40), FAR);
            most.accumulateAndGet(budget.heldBytes(), Math::max);
            Thread.yield();
            held.close();
        }
        return null;
    }

    private static CompletableFuture<Void> waiting(HeldMemory call, long bytes) {
        assertThat(call.tryTake(bytes)).isFalse();
        CompletableFuture<Void> growing = started(() -> {
            call.take(bytes, FAR);
            return null;
        });
        Awaitility.await().until(call::isWaiting);
        return growing;
    }

    private static <T> CompletableFuture<T> started(Callable<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task, "test-caller").start());
    }
}
