package dev.airlock.sandbox.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.metering.MeteredModule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program is charged is what it executed, to the unit, on both engines. */
final class FuelExactnessTest {

    @ParameterizedTest
    @MethodSource("dev.airlock.sandbox.engine.spec.MeteringFixture#all")
    void chargesExactlyWhatIsExecutedOnBothEngines(MeteringFixture fixture) {
        byte[] module = fixture.module();
        ReferenceCounter reference = new ReferenceCounter();
        Instance unmetered = TestEngine.listened(module, MeteringFixture.imports(), reference);
        assertThat(call(unmetered, fixture)).isEqualTo(fixture.result());

        MeteredModule metered = TestEngine.meter(module);
        for (TestEngine engine : TestEngine.values()) {
            FuelGauge gauge = FuelGauge.withoutLimit();
            Instance instance = engine.metered(metered, MeteringFixture.imports(), gauge);

            assertThat(call(instance, fixture)).as("result, %s", engine).isEqualTo(fixture.result());
            assertThat(gauge.used()).as("fuel, %s", engine).isEqualTo(reference.units());
        }
    }

    private static long call(Instance instance, MeteringFixture fixture) {
        return Integer.toUnsignedLong((int) instance.export(fixture.function()).apply(fixture.argument())[0]);
    }
}
