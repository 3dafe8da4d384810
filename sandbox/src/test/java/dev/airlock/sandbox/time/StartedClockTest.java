package dev.airlock.sandbox.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.call.FakeNanoClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A clock that begins to advance when it is started. */
final class StartedClockTest {
    private final FakeNanoClock machine = new FakeNanoClock();
    private final StartedClock clock = new StartedClock(machine);

    @Test
    void standsAtZeroUntilItIsStartedAndGoesOnFromThere() {
        machine.advance(Duration.ofNanos(700));
        assertThat(clock.monotonicNanos()).isZero();

        clock.start();
        machine.advance(Duration.ofNanos(600));
        assertThat(clock.monotonicNanos()).isEqualTo(600);
    }

    @Test
    void isStartedOnce() {
        clock.start();
        machine.advance(Duration.ofNanos(5));
        clock.start();
        assertThat(clock.monotonicNanos()).isEqualTo(5);
    }
}
