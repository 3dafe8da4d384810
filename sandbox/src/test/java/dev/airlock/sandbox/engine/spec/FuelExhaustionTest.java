package dev.airlock.sandbox.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.metering.MeteredModule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that runs out of fuel stops at the same charge on both engines, and never before it has used it up. */
final class FuelExhaustionTest {

    @ParameterizedTest
    @MethodSource("dev.airlock.sandbox.engine.spec.MeteringFixture#all")
    void stopsAtTheSameChargeOnBothEngines(MeteringFixture fixture) {
        MeteredModule metered = TestEngine.meter(fixture.module());
        long whole = spend(TestEngine.INTERPRETED, metered, fixture, 1L << 60);
        for (long limit = 1; limit < whole; limit += Math.max(1, whole / 3)) {
            long interpreted = spend(TestEngine.INTERPRETED, metered, fixture, limit);

            assertThat(interpreted).isGreaterThan(limit).isLessThanOrEqualTo(whole);
            assertThat(spend(TestEngine.COMPILED, metered, fixture, limit)).isEqualTo(interpreted);
            assertThat(spend(TestEngine.COMPILED_WITHOUT_PASS, metered, fixture, limit))
                    .isEqualTo(interpreted);
        }
        assertThat(spend(TestEngine.COMPILED, metered, fixture, whole)).isEqualTo(whole);
        assertThat(spend(TestEngine.COMPILED_WITHOUT_PASS, metered, fixture, whole))
                .isEqualTo(whole);
    }

    private static long spend(TestEngine engine, MeteredModule metered, MeteringFixture fixture, long limit) {
        FuelGauge gauge = new FuelGauge(limit);
        Throwable thrown = catchThrowable(() -> {
            Instance instance = engine.metered(metered, MeteringFixture.imports(), gauge);
            instance.export(fixture.function()).apply(fixture.argument());
        });
        assertThat(gauge.isOverdrawn()).isEqualTo(gauge.used() > limit);
        assertThat(thrown == null || hasExhausted(thrown)).as("%s", thrown).isTrue();
        return gauge.used();
    }

    private static boolean hasExhausted(Throwable thrown) {
        return thrown instanceof CallEnded ended
                && ended.termination() instanceof Termination.LimitReached reached
                && reached.limit() == LimitName.FUEL;
    }

    @ParameterizedTest
    @EnumSource(TestEngine.class)
    void chargesForAnEndlessLoopUntilThereIsNoMore(TestEngine engine) {
        MeteredModule metered = TestEngine.meter(EndlessLoops.branching());
        FuelGauge gauge = new FuelGauge(1_000_000);
        Instance instance = engine.metered(metered, MeteringFixture.imports(), gauge);

        assertThat(hasExhausted(catchThrowable(() -> instance.export("run").apply())))
                .isTrue();
        assertThat(gauge.used()).isEqualTo(1_000_001);
    }

    @ParameterizedTest
    @EnumSource(TestEngine.class)
    void chargesForAnEndlessLoopThatOnlyEverBranchesByTable(TestEngine engine) {
        MeteredModule metered = TestEngine.meter(EndlessLoops.byTable());
        FuelGauge gauge = new FuelGauge(1_000_000);
        Instance instance = engine.metered(metered, MeteringFixture.imports(), gauge);

        assertThat(hasExhausted(catchThrowable(() -> instance.export("run").apply())))
                .isTrue();
        assertThat(gauge.used()).isEqualTo(1_000_002);
    }
}
