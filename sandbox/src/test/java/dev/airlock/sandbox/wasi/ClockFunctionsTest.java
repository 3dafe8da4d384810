package dev.airlock.sandbox.wasi;

import static dev.airlock.sandbox.wasi.WasiFixture.MONOTONIC;
import static dev.airlock.sandbox.wasi.WasiFixture.REALTIME;
import static dev.airlock.sandbox.wasi.WasiFixture.RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.WallTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockFunctionsTest {
    private static final int IN = 4_096;
    private static final int OUT = 65_536;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final long TWO_MILLIS = TimeUnit.MILLISECONDS.toNanos(2);

    private final WasiFixture guest = WasiFixture.reading("12345");

    @Test
    void readsTheTwoClocksThatThereAre() {
        assertThat(guest.call("clock_time_get", 0, 1_000, 200)).isZero();
        assertThat(guest.memory.readLong(200)).isEqualTo(REALTIME);
        assertThat(guest.call("clock_time_get", 1, 0, 200)).isZero();
        assertThat(guest.memory.readLong(200)).isEqualTo(MONOTONIC);
        for (int clock = 0; clock < 2; clock++) {
            assertThat(guest.call("clock_res_get", clock, 208)).isZero();
            assertThat(guest.memory.readLong(208)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4, -1})
    void thereIsNoOtherClock(long clock) {
        assertThat(guest.call("clock_time_get", clock, 0, 200)).isEqualTo(Errno.INVAL);
        assertThat(guest.call("clock_res_get", clock, 200)).isEqualTo(Errno.INVAL);
        assertThat(guest.memory.readLong(200)).isZero();
    }

    @Test
    void aTimeBeyondMemoryIsABadPointer() {
        assertThat(guest.terminationOf("clock_time_get", 0, 0, FakeGuestMemory.SIZE - 7))
                .isInstanceOf(Termination.BadPointer.class);
        assertThat(new WasiFixture().terminationOf("clock_res_get", 0, -1)).isInstanceOf(Termination.BadPointer.class);
    }

    @Test
    void aRelativeWaitReallySleeps() {
        clock(0, 7, 1, TWO_MILLIS, 0);
        long before = System.nanoTime();

        assertThat(poll(1)).containsExactly(new Event(7, 0, 0, 0));
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TWO_MILLIS);
    }

    @Test
    void anAbsoluteWaitSleepsForWhatIsLeft() {
        clock(0, 8, 0, REALTIME + TWO_MILLIS, 1);
        long before = System.nanoTime();

        assertThat(poll(1)).containsExactly(new Event(8, 0, 0, 0));
        assertThat(System.nanoTime() - before).isBetween(TWO_MILLIS, MINUTE);
    }

    @Test
    void anAbsoluteWaitIsOnItsOwnClock() {
        clock(0, 1, 1, MONOTONIC + TWO_MILLIS, 1);

        assertThat(poll(1)).containsExactly(new Event(1, 0, 0, 0));
    }

    @Test
    void aTimeThatHasPassedIsDueAtOnce() {
        clock(0, 1, 0, REALTIME - 1, 1);
        clock(1, 2, 1, 0, 1);
        clock(2, 3, 1, 0, 0);
        clock(3, 4, 1, MINUTE, 0);

        assertThat(poll(4)).containsExactly(new Event(1, 0, 0, 0), new Event(2, 0, 0, 0), new Event(3, 0, 0, 0));
    }

    @Test
    void ofSeveralWaitsTheShortestCounts() {
        clock(0, 1, 1, MINUTE, 0);
        clock(1, 2, 1, TWO_MILLIS, 0);
        clock(2, 3, 0, REALTIME + TWO_MILLIS, 1);
        clock(3, 4, 0, -1, 0);

        assertThat(poll(4)).containsExactly(new Event(2, 0, 0, 0), new Event(3, 0, 0, 0));
    }

    @Test
    void onlyTheFlagForAbsoluteTimeIsLookedAt() {
        clock(0, 1, 1, TWO_MILLIS, 0xFFFE);

        assertThat(poll(1)).containsExactly(new Event(1, 0, 0, 0));
    }

    @Test
    void standardStreamsAreReadyAtOnce() {
        descriptor(0, 1, 1, 0);
        descriptor(1, 2, 2, 1);
        descriptor(2, 3, 2, 2);
        clock(3, 4, 1, MINUTE, 0);

        assertThat(poll(4))
                .containsExactly(
                        new Event(1, 0, 1, 5),
                        new Event(2, 0, 2, Integer.MAX_VALUE),
                        new Event(3, 0, 2, Integer.MAX_VALUE));
    }

    @Test
    void whatCannotBeWaitedForIsReportedAtOnce() {
        descriptor(0, 1, 1, 3);
        descriptor(1, 2, 2, -1);
        clock(2, 3, 2, MINUTE, 0);
        descriptor(3, 4, 3, 0);
        descriptor(4, 5, 255, 0);
        clock(5, 6, 1, MINUTE, 0);

        assertThat(poll(6))
                .containsExactly(
                        new Event(1, Errno.BADF, 1, 0),
                        new Event(2, Errno.BADF, 2, 0),
                        new Event(3, Errno.INVAL, 0, 0),
                        new Event(4, Errno.INVAL, 3, 0),
                        new Event(5, Errno.INVAL, 255, 0));
    }

    @Test
    void eventsMayOverwriteTheSubscriptions() {
        clock(0, 1, 1, 0, 0);
        clock(1, 2, 1, 0, 0);
        clock(2, 3, 1, 0, 0);

        assertThat(guest.call("poll_oneoff", IN, IN, 3, RESULT)).isZero();

        assertThat(guest.memory.readInt(RESULT)).isEqualTo(3);
        assertThat(List.of(guest.memory.readLong(IN), guest.memory.readLong(IN + 32), guest.memory.readLong(IN + 64)))
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void anEventIsWrittenWhole() {
        for (int at = OUT; at < OUT + 64; at++) {
            guest.memory.writeByte(at, 0xEE);
        }
        clock(0, -1, 1, 0, 0);

        poll(1);

        assertThat(guest.memory.readLong(OUT)).as("userdata").isEqualTo(-1);
        assertThat(guest.memory.readLong(OUT + 8)).as("error, type, padding").isZero();
        assertThat(guest.memory.readLong(OUT + 16)).as("nbytes").isZero();
        assertThat(guest.memory.readLong(OUT + 24)).as("flags, padding").isZero();
        assertThat(guest.memory.readByte(OUT + 32)).as("the next event").isEqualTo(0xEE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4_096})
    void paysForSubscriptionsAndEventsBeforeItWaits(int count) {
        long before = guest.scope.fuel().used();

        guest.call("poll_oneoff", 0, 0, count, RESULT);

        assertThat(guest.scope.fuel().used() - before).isEqualTo(count * (48L + 32) / 16);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 4_097, 0x1000_0000, 0x8000_0000L})
    void aCountOutsideItsRangeIsInvalid(long count) {
        assertThat(guest.call("poll_oneoff", IN, OUT, count, RESULT)).isEqualTo(Errno.INVAL);
    }

    @Test
    void listsBeyondMemoryAreBadPointersBeforeAnySleep() {
        clock(0, 1, 1, Long.MAX_VALUE, 0);
        int size = FakeGuestMemory.SIZE;
        for (long[] arguments : new long[][] {
            {size - 47, OUT, 1, RESULT}, {IN, size - 31, 1, RESULT}, {IN, OUT, 1, size - 3}, {-48, OUT, 1, RESULT}
        }) {
            WasiFixture fresh = new WasiFixture();
            assertThat(fresh.terminationOf("poll_oneoff", arguments)).isInstanceOf(Termination.BadPointer.class);
        }
        assertThat(new WasiFixture().terminationOf("poll_oneoff", 0, 0, 4_096, size - 4L + 1))
                .isInstanceOf(Termination.BadPointer.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {10_000_000_000L, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void aWaitBeyondTheDeadlineEndsAtTheDeadline(long nanos) {
        for (int flags = 0; flags < 2; flags++) {
            WasiFixture brief = new WasiFixture("", 3, 1_000_000, bytes -> {});
            brief.memory.writeInt(IN + 16, 1);
            brief.memory.writeLong(IN + 24, nanos);
            brief.memory.writeShort(IN + 40, flags);
            long before = System.nanoTime();

            assertThat(brief.terminationOf("poll_oneoff", IN, OUT, 1, RESULT)).isEqualTo(WallTime.reached(3, 3));
            assertThat(System.nanoTime() - before)
                    .isBetween(
                            TimeUnit.MILLISECONDS.toNanos(3),
                            Duration.ofSeconds(30).toNanos());
        }
    }

    @Test
    void aCancelledCallDoesNotWait() {
        clock(0, 1, 1, TimeUnit.SECONDS.toNanos(9), 0);
        guest.scope.cancel();
        long before = System.nanoTime();

        assertThat(guest.terminationOf("poll_oneoff", IN, OUT, 1, RESULT)).isEqualTo(new Termination.Cancelled());
        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(8));
    }

    private void clock(int index, long userData, int id, long timeout, int flags) {
        int at = IN + 48 * index;
        guest.memory.writeLong(at, userData);
        guest.memory.writeByte(at + 8, 0);
        guest.memory.writeInt(at + 16, id);
        guest.memory.writeLong(at + 24, timeout);
        guest.memory.writeLong(at + 32, 0xDEAD);
        guest.memory.writeShort(at + 40, flags);
    }

    private void descriptor(int index, long userData, int type, int descriptor) {
        int at = IN + 48 * index;
        guest.memory.writeLong(at, userData);
        guest.memory.writeByte(at + 8, type);
        guest.memory.writeInt(at + 16, descriptor);
    }

    private List<Event> poll(int count) {
        assertThat(guest.call("poll_oneoff", IN, OUT, count, RESULT)).isZero();
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < guest.memory.readInt(RESULT); i++) {
            int at = OUT + 32 * i;
            events.add(new Event(
                    guest.memory.readLong(at),
                    guest.memory.readShort(at + 8),
                    guest.memory.readByte(at + 10),
                    guest.memory.readLong(at + 16)));
        }
        return events;
    }

    private record Event(long userData, long errno, int type, long bytes) {}
}
