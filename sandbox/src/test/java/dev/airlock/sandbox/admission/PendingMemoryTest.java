package dev.airlock.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.Permit;
import dev.airlock.sandbox.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What an uncompiled module holds stays accounted for, and never keeps the compilation that frees it waiting for ever.
 */
class PendingMemoryTest {
    private static final Deadline NEVER = new LoadBudget(Clock.SYSTEM, 60_000);

    private final MemoryBudget budget = new MemoryBudget(new ByteSize(100));

    @Test
    void whatIsPendingIsHeldUntilItIsGivenBackAndOnlyOnce() throws InterruptedException {
        Permit giveBack = pending("a", 60);

        assertThat(budget.heldBytes()).isEqualTo(60);
        giveBack.close();
        giveBack.close();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void whatIsPendingLeavesItsConnectorTheShareThatCallsNeed() throws Exception {
        pending("a", 50);

        CompletableFuture<Permit> call = CompletableFuture.supplyAsync(() -> reserve("a", 40));

        assertThat(call.get(5, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    void workOnWhatIsPendingGoesBeforeALoadThatWaits() throws Exception {
        Permit giveBack = pending("a", 60);
        CompletableFuture<Permit> load = CompletableFuture.supplyAsync(() -> reserve("b", 60));

        Optional<Permit> work = budget.tryReserveMore("a", 30);

        assertThat(work).isPresent();
        assertThat(load).isNotDone();
        work.get().close();
        giveBack.close();
        assertThat(load.get(5, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    void workWaitsWhileSomethingElseRuns() throws InterruptedException {
        pending("a", 60);
        Permit call = budget.reserve("b", 20, NEVER);

        assertThat(budget.tryReserveMore("a", 30)).isEmpty();
        call.close();
        assertThat(budget.tryReserveMore("a", 30)).isPresent();
    }

    @Test
    void oneAtATimeMayExceedABudgetThatIsHeldByNothingButWhatIsPending() throws InterruptedException {
        pending("a", 50);
        pending("b", 50);

        Optional<Permit> first = budget.tryReserveMore("a", 30);

        assertThat(first).isPresent();
        assertThat(budget.tryReserveMore("b", 30)).isEmpty();
        first.get().close();
        assertThat(budget.tryReserveMore("b", 30)).isPresent();
    }

    private Permit pending(String connector, long bytes) throws InterruptedException {
        budget.reserve(connector, bytes, NEVER);
        return budget.pending(connector, bytes);
    }

    private Permit reserve(String connector, long bytes) {
        try {
            return budget.reserve(connector, bytes, NEVER);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
