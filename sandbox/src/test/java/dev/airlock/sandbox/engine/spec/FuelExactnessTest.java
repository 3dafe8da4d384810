package dev.airlock.sandbox.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.metering.MeteredModule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program is charged exactly for what it executed, on both engines. */
final class FuelExactnessTest {

    @ParameterizedTest
    @MethodSource("dev.airlock.sandbox.engine.spec.MeteringFixture#all")
    void chargesExactlyWhatIsExecutedOnBothEngines(MeteringFixture fixture) {
        byte[] module = fixture.module();
        ReferenceCounter reference = new ReferenceCounter();
        Instance unmetered = TestEngine.listened(module, MeteringFixture.imports(), reference);
        assertThat(call(unmetered, fixture)).isEqualTo(fixture.result());
        fixture.fuel().ifPresent(stated -> assertThat(reference.units()).isEqualTo(stated));

        MeteredModule metered = TestEngine.meter(module);
        for (TestEngine engine : TestEngine.values()) {
            FuelGauge gauge = FuelGauge.withoutLimit();
            Instance instance = engine.metered(metered, MeteringFixture.imports(), gauge);

            assertThat(call(instance, fixture)).as("result, %s", engine).isEqualTo(fixture.result());
            assertThat(gauge.used()).as("fuel, %s", engine).isEqualTo(reference.units());
        }
    }

    @Test
    void hasChargedAllThatWasExecutedBeforeEachHostCall() {
        MeteringFixture fixture = MeteringFixture.all()
                .filter(call -> call.function().equals("host"))
                .findFirst()
                .orElseThrow();
        ReferenceCounter reference = new ReferenceCounter();
        List<Long> executed = new ArrayList<>();
        call(TestEngine.listened(fixture.module(), watched(executed, reference::units), reference), fixture);
        assertThat(executed).hasSize(2);

        for (TestEngine engine : TestEngine.values()) {
            FuelGauge gauge = FuelGauge.withoutLimit();
            List<Long> charged = new ArrayList<>();
            call(engine.metered(TestEngine.meter(fixture.module()), watched(charged, gauge::used), gauge), fixture);

            assertThat(charged).as("%s", engine).isEqualTo(executed);
        }
    }

    /** The host function of the fixtures, which records the count at each call. */
    private static ImportValues watched(List<Long> seen, LongSupplier counter) {
        ImportFunction plain = MeteringFixture.imports().function(0);
        return ImportValues.builder()
                .addFunction(new HostFunction(plain.module(), plain.name(), plain.functionType(), (instance, args) -> {
                    seen.add(counter.getAsLong());
                    return plain.handle().apply(instance, args);
                }))
                .build();
    }

    private static long call(Instance instance, MeteringFixture fixture) {
        return Integer.toUnsignedLong((int) instance.export(fixture.function()).apply(fixture.argument())[0]);
    }
}
