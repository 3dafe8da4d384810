package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.compiler.internal.CompilerResult;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.compile.ClassMender;
import dev.airlock.sandbox.engine.compile.CollectedClasses;
import dev.airlock.sandbox.engine.compile.GuestClasses;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.instance.InitialState;
import dev.airlock.sandbox.engine.interpreter.UsedFunctions;
import dev.airlock.sandbox.engine.memory.PagedMemory;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.engine.pass.GuestName;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.AccessGenerator;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.ModuleSkeleton;
import dev.airlock.sandbox.wasm.ModuleValidator;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random modules whose functions throw, catch and make tail calls behave the same and leave the same state in every
 * mode: interpreted, compiled, divided, without the class pass, and with some functions compiled and others
 * interpreted.
 *
 * <p>{@code -Dairlock.seed=N} moves the sample, {@code -Dairlock.full=true} makes it large.
 */
public final class TiersDifferentialTest {
    private static final int SMALL = 200;
    private static final long FUEL = 100_000;
    private static final long STACK = 2_000;
    private static final int FUNCTIONS = 6;

    /** How a program ended and what it left: fuel, the stack after a return, the memory, the globals. */
    private record Account(
            String termination, long fuel, Optional<Long> stackLeft, List<Integer> memory, List<Long> globals) {}

    static LongStream seeds() {
        long first = Long.getLong("airlock.seed", 1);
        return LongStream.range(first, first + (Boolean.getBoolean("airlock.full") ? 3_000 : 60));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void doesTheSameHoweverItIsRun(long seed) throws Exception {
        for (byte[] module : List.of(
                ModuleGenerator.unwinding(seed),
                ModuleGenerator.module(seed),
                ModuleGenerator.repaired(seed),
                AccessGenerator.module(seed))) {
            assertIsValid(module);
            MeteredModule metered = FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
            Program interpreted = Instances.program(metered, Tier.INTERPRETED);
            Map<String, Program> others = others(metered, new Random(seed));
            long whole = account(metered, interpreted, FUEL, STACK).fuel;

            for (long fuel : List.of(FUEL, Math.max(1, whole - 1), Math.max(1, whole / 2), Math.max(1, whole / 7))) {
                for (long stack : List.of(STACK, 600L)) {
                    Account expected = account(metered, interpreted, fuel, stack);
                    others.forEach((name, program) -> assertThat(account(metered, program, fuel, stack))
                            .as("%s, fuel %d, stack %d", name, fuel, stack)
                            .isEqualTo(expected));
                }
            }
        }
    }

    private static void assertIsValid(byte[] module) throws Exception {
        ModuleValidator.check(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT), LoadBudget.endless());
    }

    private static Map<String, Program> others(MeteredModule module, Random random) throws Exception {
        Map<String, Program> programs = new LinkedHashMap<>();
        programs.put("compiled", compiled(module, Set.of(), CodeSizes.TOO_LARGE));
        programs.put("divided", compiled(module, Set.of(), SMALL));
        programs.put("compiled without the pass", Instances.program(module, Tier.COMPILED, ClassPass.OFF));
        for (int i = 0; i < 2; i++) {
            Set<Integer> some = IntStream.range(0, FUNCTIONS)
                    .filter(function -> random.nextBoolean())
                    .boxed()
                    .collect(Collectors.toSet());
            programs.put("interpreted in part: " + some, compiled(module, some, i == 0 ? SMALL : CodeSizes.TOO_LARGE));
        }
        UsedFunctions used = UsedFunctions.noneOf(module.info());
        IntStream.range(0, used.functions())
                .filter(function -> random.nextBoolean())
                .forEach(used::add);
        programs.put("put together: " + used, together(module, used));
        return programs;
    }

    private static Program together(MeteredModule module, UsedFunctions used) throws Exception {
        WasmModule parsed = ModuleParser.parse(module.bytes(), LoadBudget.endless());
        GuestClasses classes = new GuestCompiler(parsed, module, ClassPass.ON, LoadBudget.endless(), SMALL)
                .puttingTogether(used)
                .compile();
        return new Compilation(parsed, classes, Optional.empty()).program(module.info(), LoadBudget.endless());
    }

    /** Compiles a module as production does, except for some small functions that are interpreted. */
    private static Program compiled(MeteredModule module, Set<Integer> some, int divideFrom) throws Exception {
        Set<Integer> interpreted = new TreeSet<>(some);
        interpreted.addAll(module.compilePlan().interpreted());
        WasmModule parsed = ModuleParser.parse(module.bytes(), LoadBudget.endless());
        Compiler.Builder builder = Compiler.builder(parsed)
                .withClassName(GuestName.PREFIX)
                .withClassCollectorFactory(() -> new CollectedClasses(GuestName.PREFIX, LoadBudget.endless()));
        CompilerResult result = (interpreted.isEmpty() ? builder : builder.withInterpretedFunctions(interpreted))
                .build()
                .compile();
        ClassMender mender = new ClassMender(module, ClassPass.ON.over(module, divideFrom));
        Map<String, byte[]> files = new LinkedHashMap<>();
        result.classBytes().forEach((name, file) -> files.put(name, mender.apply(file)));
        GuestClasses classes = new GuestClasses(
                GuestName.PREFIX,
                mender.frames().largest(),
                mender.globalFields(),
                result.interpretedFunctions(),
                files);
        ProgramFile file = new ProgramFile(
                module.info().codeFacts(),
                ModuleSkeleton.of(module.bytes(), classes.interpreted()::contains),
                InitialState.of(parsed, module.definedGlobals()).orElseThrow(),
                classes);
        return new Compilation(parsed, classes, Optional.of(file)).program(module.info(), LoadBudget.endless());
    }

    /** Runs a program, and checks that the next instance, which gets its memory, finds nothing in it. */
    private static Account account(MeteredModule module, Program program, long fuel, long stack) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, fuel, stack);
        Instance instance = Instances.of(program, scope, ImportValues.empty());
        byte[] before = bytes(instance.memory());
        String termination = termination(instance);
        Account account = new Account(
                termination,
                scope.fuel().used(),
                termination.startsWith("returned")
                        ? Optional.of(scope.counters().stackLeft())
                        : Optional.empty(),
                List.of(instance.memory().pages(), Arrays.hashCode(bytes(instance.memory()))),
                globals(instance, module.definedGlobals()));
        ((PagedMemory) instance.memory()).release();

        CallScope another = new CallScope(Clock.SYSTEM, 60_000, fuel, stack);
        Instance next = Instances.of(program, another, ImportValues.empty());
        assertThat(bytes(next.memory())).isEqualTo(before);
        ((PagedMemory) next.memory()).release();
        return account;
    }

    private static String termination(Instance instance) {
        try {
            return "returned " + instance.export("run").apply(3, 5)[0];
        } catch (CallEnded e) {
            return e.termination().toString();
        } catch (RuntimeException e) {
            return new ExceptionMapper(new RunLimits(1, 1, 1))
                    .terminationOf(e, List.of())
                    .toString();
        }
    }

    private static byte[] bytes(Memory memory) {
        return memory.readBytes(0, memory.pages() * Memory.PAGE_SIZE);
    }

    private static List<Long> globals(Instance instance, int count) {
        List<Long> globals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            globals.add(instance.global(i).getValue());
        }
        return globals;
    }
}
