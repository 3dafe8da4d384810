package dev.airlock.runtime.recovery.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The two clocks of a machine that sleeps, and whose time of day is set. */
class MachineTimeTest {
    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");

    private static final class Clocks implements Clock {
        private Duration sinceNoon = Duration.ZERO;
        private Duration running = Duration.ofSeconds(5);

        void passes(Duration length) {
            sinceNoon = sinceNoon.plus(length);
            running = running.plus(length);
        }

        /** Simulates that the machine slept, or its time of day was set. */
        void timeOfDayJumps(Duration length) {
            sinceNoon = sinceNoon.plus(length);
        }

        @Override
        public long realtimeNanos() {
            return Duration.between(Instant.EPOCH, NOON.plus(sinceNoon)).toNanos();
        }

        @Override
        public long monotonicNanos() {
            return running.toNanos();
        }
    }

    private final Clocks clocks = new Clocks();
    private final MachineTime time = new MachineTime(clocks);

    @Test
    void goesOnByTheClockThatIsNeverSet() {
        clocks.passes(Duration.ofSeconds(90));
        clocks.timeOfDayJumps(Duration.ofMillis(900));
        assertThat(time.now()).isEqualTo(NOON.plusSeconds(90));
    }

    @Test
    void catchesUpWhenTheMachineHasSlept() {
        clocks.passes(Duration.ofSeconds(10));
        assertThat(time.now()).isEqualTo(NOON.plusSeconds(10));
        clocks.timeOfDayJumps(Duration.ofHours(3));
        assertThat(time.now()).isEqualTo(NOON.plusSeconds(10).plus(Duration.ofHours(3)));
        clocks.passes(Duration.ofSeconds(7));
        assertThat(time.now()).isEqualTo(NOON.plusSeconds(17).plus(Duration.ofHours(3)));
    }

    @Test
    void neverGoesBack() {
        clocks.passes(Duration.ofSeconds(10));
        clocks.timeOfDayJumps(Duration.ofHours(-5));
        assertThat(time.now()).isEqualTo(NOON.plusSeconds(10));
        clocks.passes(Duration.ofSeconds(1));
        assertThat(time.now()).isEqualTo(NOON.plusSeconds(11));
    }
}
