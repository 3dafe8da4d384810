package dev.airlock.sandbox.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.MStack;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.types.Instruction;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated programs compute the same metered and unmetered, and use the same fuel on both engines.
 *
 * <p>{@code -Dairlock.seed=N} moves the sample, {@code -Dairlock.full=true} makes it large.
 */
final class GeneratedModulesTest {
    private static final long FUEL = 200_000;
    private static final Map<String, Integer> ENDINGS = new TreeMap<>();

    /** How a program ended, and its charges. */
    private record Ending(String result, long fuel) {}

    /** Thrown into an unmetered program that has used up its fuel. */
    private static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static LongStream seeds() {
        long first = Long.getLong("airlock.seed", 1);
        return LongStream.range(first, first + (Boolean.getBoolean("airlock.full") ? 5_000 : 200));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void computeAndBurnTheSame(long seed) {
        byte[] module = ModuleGenerator.module(seed);
        MeteredModule metered = TestEngine.meter(module);
        Ending plain = unmetered(module);
        Ending interpreted = metered(TestEngine.INTERPRETED, metered);
        Ending compiled = metered(TestEngine.COMPILED, metered);
        ENDINGS.merge(plain.result.replaceFirst("-?\\d+", "a number"), 1, Integer::sum);

        assertThat(compiled).isEqualTo(interpreted);
        assertThat(metered(TestEngine.COMPILED_WITHOUT_PASS, metered)).isEqualTo(interpreted);
        if (plain.result.equals("trap")) {
            assertThat(interpreted.result).isEqualTo("trap");
            assertThat(interpreted.fuel).isLessThanOrEqualTo(plain.fuel);
        } else if (!plain.result.equals("exhausted")) {
            assertThat(interpreted).isEqualTo(plain);
        } else {
            assertThat(interpreted.result).isEqualTo("exhausted");
        }
    }

    private static Ending metered(TestEngine engine, MeteredModule module) {
        FuelGauge gauge = new FuelGauge(FUEL);
        String result = run(engine.metered(module, ImportValues.empty(), gauge));
        return new Ending(gauge.isOverdrawn() ? "exhausted" : result, gauge.used());
    }

    private static Ending unmetered(byte[] module) {
        ReferenceCounter counter = new ReferenceCounter();
        String result = run(TestEngine.listened(module, ImportValues.empty(), (Instruction i, MStack stack) -> {
            counter.onExecution(i, stack);
            if (counter.units() > FUEL) {
                throw new Exhausted();
            }
        }));
        return new Ending(result, counter.units());
    }

    private static String run(Instance instance) {
        try {
            return Long.toString(instance.export("run").apply(3, 5)[0]);
        } catch (Exhausted | CallEnded e) {
            return "exhausted";
        } catch (ChicoryException | ArithmeticException e) {
            return "trap";
        }
    }

    @AfterAll
    static void report() {
        System.out.println("Generated modules ended: " + ENDINGS);
    }
}
