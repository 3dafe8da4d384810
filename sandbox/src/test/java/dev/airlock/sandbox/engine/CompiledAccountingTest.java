package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiled classes account as the interpreter does, with and without the class pass: the same termination, the same
 * fuel to the unit, the same stack, after results, traps, and exhausted limits.
 *
 * <p>{@code -Dairlock.seed=N} moves the sample, {@code -Dairlock.full=true} makes it large.
 */
final class CompiledAccountingTest {
    private static final long FUEL = 200_000;
    private static final long STACK = 2_000;

    /** How a program ended, the fuel that it used, and the rest of the stack after a return. */
    private record Account(String termination, long fuel, Optional<Long> stackLeft) {}

    static LongStream seeds() {
        long first = Long.getLong("airlock.seed", 1);
        return LongStream.range(first, first + (Boolean.getBoolean("airlock.full") ? 5_000 : 200));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void accountsAsTheInterpreterDoes(long seed) throws ModuleRefused {
        byte[] module = ModuleGenerator.module(seed);
        MeteredModule metered = FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
        Program interpreted = Instances.program(metered, Tier.INTERPRETED);
        Program compiled = Instances.program(metered, Tier.COMPILED);
        Program withoutPass = Instances.program(metered, Tier.COMPILED, ClassPass.OFF);
        long whole = account(compiled, FUEL, STACK).fuel;

        for (long fuel : budgets(whole)) {
            for (long stack : List.of(STACK, 500L, 1L)) {
                Account expected = account(interpreted, fuel, stack);
                assertThat(account(compiled, fuel, stack))
                        .as("fuel %d, stack %d", fuel, stack)
                        .isEqualTo(expected);
                assertThat(account(withoutPass, fuel, stack))
                        .as("without the pass, fuel %d, stack %d", fuel, stack)
                        .isEqualTo(expected);
            }
        }
    }

    private static List<Long> budgets(long whole) {
        List<Long> budgets = new ArrayList<>(List.of(FUEL, Math.max(1, whole)));
        for (long budget = 1; budget < whole; budget += Math.max(1, whole / 5)) {
            budgets.add(budget);
        }
        return budgets;
    }

    private static Account account(Program program, long fuel, long stack) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, fuel, stack);
        try {
            Instance instance = Instances.of(program, scope, ImportValues.empty());
            String result = Long.toString(instance.export("run").apply(3, 5)[0]);
            return new Account(
                    result, scope.fuel().used(), Optional.of(scope.counters().stackLeft()));
        } catch (CallEnded e) {
            return new Account(e.termination().toString(), scope.fuel().used(), Optional.empty());
        } catch (ChicoryException | ArithmeticException e) {
            return new Account("trap", scope.fuel().used(), Optional.empty());
        }
    }
}
