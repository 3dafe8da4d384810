package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.compile.GuestClasses;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * Functions in several methods behave as in one, and charge the same. The size limit is so small here that every
 * function of some size is divided.
 *
 * <p>{@code -Dairlock.seed=N} moves the sample, {@code -Dairlock.full=true} makes it large.
 */
final class DividedFunctionTest {
    private static final int SMALL = 200;
    private static final long STACK = 2_000;
    private static final String PART = "part_";

    /** How a program ended, and the fuel that it used. */
    private record Account(String termination, long fuel) {}

    static LongStream seeds() {
        long first = Long.getLong("airlock.seed", 1);
        return LongStream.range(first, first + (Boolean.getBoolean("airlock.full") ? 5_000 : 200));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void dividedFunctionsEndAndChargeAsTheInterpreterDoes(long seed) throws Exception {
        MeteredModule module = meter(ModuleGenerator.module(seed));
        WasmModule parsed = ModuleParser.parse(module.bytes(), LoadBudget.endless());
        GuestClasses classes = new GuestCompiler(parsed, module, ClassPass.ON, LoadBudget.endless(), SMALL).compile();
        Program divided =
                new Compilation(parsed, classes, Optional.empty()).program(module.info(), LoadBudget.endless());
        Program interpreted = Instances.program(module, Tier.INTERPRETED);
        long whole = account(interpreted, 200_000).fuel;

        for (long fuel : List.of(200_000L, Math.max(1, whole), Math.max(1, whole / 2), Math.max(1, whole / 3), 1L)) {
            assertThat(account(divided, fuel)).as("fuel %d", fuel).isEqualTo(account(interpreted, fuel));
        }
    }

    /** The sample above is only meaningful if functions are divided in it. */
    @Test
    void mostRandomModulesHaveFunctionsThatAreDivided() throws Exception {
        int divided = 0;
        for (long seed = 1; seed <= 50; seed++) {
            MeteredModule module = meter(ModuleGenerator.module(seed));
            divided += methods(module, SMALL).keySet().stream().anyMatch(name -> name.contains(PART)) ? 1 : 0;
        }
        assertThat(divided).isGreaterThan(25);
    }

    @Test
    void noMethodOfAGoConnectorIsTooLargeForTheJit() throws Exception {
        byte[] module = Files.readAllBytes(Path.of("../sample-connectors/issue-tracker-go/connector.wasm"));

        Map<String, Integer> sizes = methods(meter(module), CodeSizes.TOO_LARGE);

        assertThat(sizes.keySet()).anyMatch(name -> name.contains(PART) && name.contains("func_"));
        assertThat(sizes.keySet()).anyMatch(name -> name.contains(PART) && name.endsWith("apply"));
        assertThat(sizes.values()).allMatch(size -> size < CodeSizes.TOO_LARGE);
    }

    private static Account account(Program program, long fuel) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, fuel, STACK);
        try {
            Instance instance = Instances.of(program, scope, ImportValues.empty());
            String result = Long.toString(instance.export("run").apply(3, 5)[0]);
            return new Account(result, scope.fuel().used());
        } catch (CallEnded e) {
            return new Account(e.termination().toString(), scope.fuel().used());
        } catch (ChicoryException | ArithmeticException e) {
            return new Account("trap", scope.fuel().used());
        }
    }

    private static MeteredModule meter(byte[] module) throws ModuleRefused {
        return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
    }

    /** Returns the sizes of all methods of a compiled module, by name. */
    private static Map<String, Integer> methods(MeteredModule module, int divideFrom)
            throws InvalidModuleException, IOException {
        WasmModule parsed = ModuleParser.parse(module.bytes(), LoadBudget.endless());
        Map<String, Integer> sizes = new TreeMap<>();
        for (byte[] file : new GuestCompiler(parsed, module, ClassPass.ON, LoadBudget.endless(), divideFrom)
                .compile()
                .classes()
                .values()) {
            ClassNode type = new ClassNode();
            new ClassReader(file).accept(type, 0);
            type.methods.forEach(method -> sizes.put(type.name + "." + method.name, CodeSizes.of(method)));
        }
        return sizes;
    }
}
