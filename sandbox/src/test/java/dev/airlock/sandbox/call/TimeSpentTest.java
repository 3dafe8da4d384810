package dev.airlock.sandbox.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimeSpentTest {
    private final FakeNanoClock clock = new FakeNanoClock(TimeUnit.DAYS.toNanos(1));
    private final TimeSpent time = new TimeSpent(clock);

    @Test
    void itBeginsInAirlock() {
        pass(10);

        assertThat(time.spent().wallTimeIn()).contains(WallTimeIn.HOST);
        assertThat(time.spent().waited()).isEmpty();
        assertThat(time.spent().refused()).isEmpty();
    }

    @Test
    void thePlaceWithMostOfTheTimeCountsAndNotTheLastOne() {
        Runnable returned = time.in(WallTimeIn.GUEST);
        pass(40);
        Runnable answered = time.in(WallTimeIn.SERVICE);
        pass(60);
        answered.run();
        assertThat(time.spent().wallTimeIn()).contains(WallTimeIn.SERVICE);

        pass(30);
        returned.run();
        pass(1);
        assertThat(time.spent().wallTimeIn()).contains(WallTimeIn.GUEST);
    }

    @Test
    void aWaitThatIsStillGoingOnCounts() {
        Runnable unused = time.in(WallTimeIn.GUEST);
        pass(5);
        Runnable waits = time.waitingFor(WaitedFor.STATE_OF_ANOTHER_PROCESS);
        pass(995);

        assertThat(time.spent().wallTimeIn()).contains(WallTimeIn.HOST);
        assertThat(time.spent().waited()).contains(new BeforeLimit.Waited(WaitedFor.STATE_OF_ANOTHER_PROCESS, 995));
        waits.run();
        pass(2_000);
        assertThat(time.spent().wallTimeIn()).contains(WallTimeIn.GUEST);
        assertThat(time.spent().waited()).contains(new BeforeLimit.Waited(WaitedFor.STATE_OF_ANOTHER_PROCESS, 995));
    }

    @Test
    void waitsForTheSameAreOneAndASmallOneIsNotNamed() {
        for (int i = 0; i < 3; i++) {
            Runnable waits = time.waitingFor(WaitedFor.EXCHANGE);
            pass(20);
            waits.run();
            pass(80);
        }
        assertThat(time.spent().waited()).contains(new BeforeLimit.Waited(WaitedFor.EXCHANGE, 60));

        pass(400);
        assertThat(time.spent().waited()).isEmpty();
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }
}
