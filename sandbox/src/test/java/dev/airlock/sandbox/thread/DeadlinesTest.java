package dev.airlock.sandbox.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DeadlinesTest {
    private static final long HOUR = 3_600_000;

    private final Deadlines deadlines = new Deadlines();

    @AfterEach
    void close() {
        deadlines.close();
    }

    private static CallScope call(long millis) {
        return new CallScope(Clock.SYSTEM, millis, 1);
    }

    /** Ends when its deadline has passed. */
    private static CountDownLatch ended(CallScope call) {
        CountDownLatch ended = new CountDownLatch(1);
        call.onEnd(ended::countDown);
        return ended;
    }

    @Test
    void endsACallAtItsDeadline() throws InterruptedException {
        CallScope call = call(1);
        CountDownLatch ended = ended(call);

        Runnable unused = deadlines.watch(call);

        ended.await();
        assertThat(call.remainingNanos()).isNotPositive();
    }

    @Test
    void endsAShortCallBesideLongOnesAndLeavesThem() throws InterruptedException {
        List<CallScope> others = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            others.add(call(HOUR + i));
        }
        others.forEach(deadlines::watch);
        CallScope shortOne = call(20);
        CountDownLatch ended = ended(shortOne);

        Runnable unused = deadlines.watch(shortOne);

        ended.await();
        assertThat(others)
                .allSatisfy(other -> assertThat(other.hostTermination()).isEmpty());
    }

    @Test
    void endsEachCallWhicheverBeganFirst() throws InterruptedException {
        List<CountDownLatch> all = new ArrayList<>();
        for (long millis : List.of(60L, 20L, 40L, 1L, 80L)) {
            CallScope call = call(millis);
            all.add(ended(call));
            Runnable unused = deadlines.watch(call);
        }

        for (CountDownLatch ended : all) {
            ended.await();
        }
    }

    @Test
    void aCallThatIsOverIsNotEnded() throws InterruptedException {
        CallScope over = call(20);
        deadlines.watch(over).run();
        CallScope later = call(40);
        CountDownLatch ended = ended(later);

        Runnable unused = deadlines.watch(later);

        ended.await();
        assertThat(over.hostTermination()).isEmpty();
    }

    @Test
    void wakesOnceForCallsThatAreOverLongBefore() {
        for (int i = 0; i < 1_000; i++) {
            deadlines.watch(call(HOUR)).run();
        }

        assertThat(deadlines.plannedLooks()).isEqualTo(1);
    }

    @Test
    void planningNothingIsAllThatAnIdleHostHas() throws InterruptedException {
        CallScope call = call(5);
        CountDownLatch ended = ended(call);
        Runnable unused = deadlines.watch(call);

        ended.await();

        assertThat(deadlines.plannedLooks()).isZero();
    }

    @Test
    void refusesACallOfASandboxThatIsClosed() {
        Runnable unused = deadlines.watch(call(HOUR));
        deadlines.close();

        assertThatThrownBy(() -> deadlines.watch(call(2 * HOUR)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the sandbox is closed");
    }
}
