package dev.airlock.sandbox.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.failures.limit.LimitName;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FuelMeterTest {
    private final FakeNanoClock clock = new FakeNanoClock();

    @Test
    void countsExactlyWhatIsCharged() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            FuelMeter fuel = meter(Long.MAX_VALUE / 2);
            long expected = 0;
            for (int i = 0; i < 200; i++) {
                long units = random.nextInt(5) == 0 ? random.nextInt(1 << 20) : random.nextInt(50);
                fuel.charge(units);
                expected += units;
                assertThat(fuel.used()).isEqualTo(expected);
            }
        }
    }

    @Test
    void nothingIsUsedBeforeTheFirstCharge() {
        assertThat(meter(7).used()).isZero();
    }

    @Test
    void theWholeBudgetCanBeUsed() {
        FuelMeter fuel = meter(FuelMeter.SLICE * 3 + 17);

        fuel.charge(FuelMeter.SLICE);
        fuel.charge(FuelMeter.SLICE * 2);
        fuel.charge(17);
        fuel.charge(0);

        assertThat(fuel.used()).isEqualTo(FuelMeter.SLICE * 3 + 17);
    }

    @Test
    void oneUnitTooManyEndsTheCallWithWhatWasAskedFor() {
        FuelMeter fuel = meter(1_000);
        fuel.charge(600);

        Termination termination = terminationOf(() -> fuel.charge(401));

        assertThat(termination).isEqualTo(new Termination.LimitReached(LimitName.FUEL, 1_000, 1_001));
        assertThat(fuel.used()).isEqualTo(1_001);
    }

    @Test
    void exhaustionIsExactWhateverTheSlices() {
        for (long budget :
                new long[] {1, FuelMeter.SLICE - 1, FuelMeter.SLICE, FuelMeter.SLICE + 1, FuelMeter.SLICE * 10}) {
            for (long step : new long[] {1, 7, 4_099}) {
                FuelMeter fuel = meter(budget);
                for (long left = budget; left >= step; left -= step) {
                    fuel.charge(step);
                }
                long expected = (budget / step + 1) * step;
                assertThat(terminationOf(() -> fuel.charge(step)))
                        .as("%d in steps of %d", budget, step)
                        .isEqualTo(new Termination.LimitReached(LimitName.FUEL, budget, expected));
            }
        }
    }

    @Test
    void chargesOfAnySizeAreExactAndLeaveTheStackAlone() {
        for (long units : new long[] {1, (1L << 30) - 1, 1L << 30, (1L << 36) + 5, 1L << 50}) {
            CallScope scope = new CallScope(clock, 1_000, 1L << 52, 1_000);
            scope.counters().takeStack(300);

            scope.fuel().charge(units);
            scope.counters().account(-7);
            scope.counters().account(units);

            assertThat(scope.fuel().used()).isEqualTo(2 * units + 7);
            assertThat(scope.counters().stackLeft()).isEqualTo(700);
        }
    }

    @Test
    void theStackCanBeTakenToItsLastByteWhateverIsLeftOfTheFuel() {
        CallScope scope = new CallScope(clock, 1_000, 1_000, 8 << 20);
        scope.fuel().charge(1_000);
        scope.counters().account(-5);

        scope.counters().takeStack(8 << 20);
        Termination termination = terminationOf(() -> scope.counters().takeStack(64 << 20));

        assertThat(termination).isEqualTo(new Termination.LimitReached(LimitName.STACK, 8 << 20, 72 << 20));
        assertThat(scope.fuel().used()).isEqualTo(1_005);
        scope.counters().restoreStack(500);
        assertThat(scope.counters().stackLeft()).isEqualTo(500);
        assertThat(scope.fuel().used()).isEqualTo(1_005);
    }

    @Test
    void aNotedChargeThatIsTooMuchIsAnOverdraftUntilSomeoneLooks() {
        CallScope scope = new CallScope(clock, 1_000, 10);
        scope.counters().account(-10);
        assertThat(scope.fuel().overdraft()).isEmpty();
        scope.counters().account(-3);

        Termination exhausted = new Termination.LimitReached(LimitName.FUEL, 10, 13);
        assertThat(scope.fuel().overdraft().map(Termination.class::cast)).contains(exhausted);
        assertThat(terminationOf(() -> scope.counters().account(0))).isEqualTo(exhausted);
    }

    @Test
    void anEnormousChargeIsRefused() {
        FuelMeter fuel = meter(1_000);
        fuel.charge(1);

        assertThat(terminationOf(() -> fuel.charge(Long.MAX_VALUE - 2)))
                .isEqualTo(new Termination.LimitReached(LimitName.FUEL, 1_000, Long.MAX_VALUE - 1));
    }

    @Test
    void theDeadlineIsSeenWithinOneSlice() {
        CallScope scope = new CallScope(clock, 1_000, Long.MAX_VALUE / 2);
        scope.fuel().charge(1);
        clock.advance(Duration.ofSeconds(2));

        AtomicLong charging = new AtomicLong(1);
        Termination termination = terminationOf(() -> {
            while (charging.get() <= 2 * FuelMeter.SLICE) {
                charging.addAndGet(100);
                scope.fuel().charge(100);
            }
        });
        long charged = charging.get();

        assertThat(termination).isEqualTo(WallTime.reached(1_000, 2_000));
        assertThat(charged).isLessThanOrEqualTo(FuelMeter.SLICE + 100);
        assertThat(scope.fuel().used()).as("the charge that saw it counts").isEqualTo(charged);
    }

    @Test
    void aCancellationIsSeenAtARefill() {
        CallScope scope = new CallScope(clock, 1_000, Long.MAX_VALUE / 2);
        scope.cancel();

        assertThat(terminationOf(() -> scope.fuel().charge(1))).isEqualTo(new Termination.Cancelled());
        assertThat(scope.fuel().used()).isEqualTo(1);
    }

    @Test
    void fuelThatRunsOutAfterAnotherEndingChangesNothing() {
        CallScope scope = new CallScope(clock, 1_000, 10);
        scope.cancel();

        assertThat(terminationOf(() -> scope.fuel().charge(11))).isEqualTo(new Termination.Cancelled());
        assertThat(scope.hostTermination()).contains(new Termination.Cancelled());
    }

    @Test
    void afterExhaustionEveryChargeEndsTheSame() {
        FuelMeter fuel = meter(10);
        Termination first = terminationOf(() -> fuel.charge(11));

        assertThat(terminationOf(() -> fuel.charge(1))).isEqualTo(first);
        assertThat(fuel.used()).isEqualTo(12);
    }

    @Test
    void aChargeOfNothingIsNothing() {
        FuelMeter fuel = meter(1);

        assertThatCode(() -> fuel.charge(0)).doesNotThrowAnyException();
        assertThat(fuel.used()).isZero();
    }

    private FuelMeter meter(long budget) {
        return new CallScope(clock, 1_000, budget).fuel();
    }

    private static Termination terminationOf(Runnable action) {
        return catchThrowableOfType(CallEnded.class, action::run).termination();
    }
}
