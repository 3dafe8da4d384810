package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random modules with thousands of nested {@code try_table}s are loaded and compiled within a bounded processor time,
 * and end the same on both tiers.
 *
 * <p>{@code -Dairlock.seed=N} moves the sample, {@code -Dairlock.full=true} makes it large.
 */
final class NestedAttemptsTest {
    private static final int STACK_BYTES = 64 << 20;

    /** Several times the time of the first one in a cold JVM; the engine alone took minutes for a thousand. */
    private static final Duration MOST = Duration.ofSeconds(5);

    static LongStream seeds() {
        long first = Long.getLong("airlock.seed", 1);
        return LongStream.range(first, first + (Boolean.getBoolean("airlock.full") ? 1_000 : 40));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void areCompiledInABoundedTime(long seed) throws Exception {
        byte[] module = ModuleGenerator.nestedAttempts(seed);
        FutureTask<Duration> loading = new FutureTask<>(() -> processorTime(module));
        new Thread(null, loading, "nested-attempts", STACK_BYTES).start();

        assertThat(loading.get()).isLessThan(MOST);
    }

    private static Duration processorTime(byte[] module) throws Exception {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT);
        ModuleParser.validate(module, info, LoadBudget.endless());
        MeteredModule metered = FuelMetering.rewrite(module, info);
        Program interpreted = Instances.program(metered, Tier.INTERPRETED);
        Program compiled = Instances.program(metered, Tier.COMPILED);
        for (long thrown : new long[] {0, 1}) {
            assertThat(account(compiled, thrown)).isEqualTo(account(interpreted, thrown));
        }
        return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
    }

    private static String account(Program program, long thrown) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1_000_000, 1_000_000);
        long result =
                Instances.of(program, scope, ImportValues.empty()).export("run").apply(thrown, 7)[0];
        return result + " for " + scope.fuel().used();
    }
}
