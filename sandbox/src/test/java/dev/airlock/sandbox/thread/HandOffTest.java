package dev.airlock.sandbox.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The clock advances by a microsecond at each reading. */
final class HandOffTest {
    private static final class Ticking implements Clock {
        private long nanos;

        @Override
        public long realtimeNanos() {
            throw new UnsupportedOperationException("nobody asks for the time of day");
        }

        @Override
        public long monotonicNanos() {
            nanos += 1_000;
            return nanos;
        }
    }

    private final Ticking clock = new Ticking();

    /** Returns a state in which work came twice within a moment, and the last is under way. */
    private HandOff inQuickSuccession(int processors) {
        HandOff handOff = new HandOff(processors, clock);
        handOff.begins();
        handOff.ends();
        handOff.begins();
        return handOff;
    }

    @Test
    void neitherSideLooksWhereCallsComeNowAndThen() {
        HandOff handOff = new HandOff(8, clock);
        handOff.begins();

        assertThat(handOff.mayLookForEnd()).as("the first call").isFalse();

        clock.nanos += HandOff.QUICK_NANOS;
        handOff.begins();

        assertThat(handOff.mayLookForEnd()).as("a call after a pause").isFalse();
        assertThat(handOff.mayLookForWork()).isFalse();
    }

    @Test
    void bothSidesLookWhereCallsComeInQuickSuccession() {
        HandOff handOff = inQuickSuccession(2);

        assertThat(handOff.mayLookForEnd()).isTrue();
        assertThat(handOff.mayLookForWork())
                .as("one call and whoever waits for it take two processors")
                .isFalse();

        handOff.ends();

        assertThat(handOff.mayLookForWork()).isTrue();
    }

    @Test
    void nobodyLooksOnOneProcessor() {
        HandOff handOff = inQuickSuccession(1);

        assertThat(handOff.mayLookForEnd()).isFalse();
        handOff.ends();
        assertThat(handOff.mayLookForWork()).isFalse();
    }

    @Test
    void nobodyLooksWhereEachProcessorHasACall() {
        HandOff handOff = inQuickSuccession(2);
        handOff.begins();

        assertThat(handOff.mayLookForEnd()).isFalse();
        assertThat(inQuickSuccession(4).mayLookForWork())
                .as("on four there is room")
                .isTrue();
    }

    @Test
    void nobodyLooksBetweenTheCallsOfSeveralThreads() {
        HandOff handOff = inQuickSuccession(2);
        handOff.begins();
        handOff.ends();

        for (int i = 0; i < HandOff.CROWDED; i++) {
            assertThat(handOff.mayLookForEnd())
                    .as("call %d after one beside another", i)
                    .isFalse();
            handOff.ends();
            handOff.begins();
        }

        assertThat(handOff.mayLookForEnd()).isTrue();
    }

    @Test
    void looksUntilItComes() {
        HandOff handOff = inQuickSuccession(2);
        AtomicInteger looks = new AtomicInteger();

        assertThat(handOff.spinUntil(() -> looks.incrementAndGet() == 100, Long.MAX_VALUE))
                .isTrue();
        assertThat(looks).hasValue(100);
    }

    @Test
    void looksForABoundedTimeAndNoLongerThanAsked() {
        HandOff handOff = inQuickSuccession(2);
        long before = clock.nanos;

        assertThat(handOff.spinUntil(() -> false, Long.MAX_VALUE)).isFalse();
        assertThat(clock.nanos - before).isLessThan(HandOff.MOST_NANOS + 5_000);

        before = clock.nanos;
        assertThat(inQuickSuccession(2).spinUntil(() -> false, 3_000)).isFalse();
        assertThat(clock.nanos - before).isLessThan(12_000);
    }

    @Test
    void looksMoreAndMoreSeldomWhereItIsInVain() {
        HandOff handOff = inQuickSuccession(2);
        int looked = 0;

        for (int i = 0; i < 1_000; i++) {
            long before = clock.nanos;
            assertThat(handOff.spinUntil(() -> false, Long.MAX_VALUE)).isFalse();
            looked += clock.nanos > before ? 1 : 0;
        }

        assertThat(looked).isBetween(2, 10);
    }
}
