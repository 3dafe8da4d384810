package dev.airlock.sandbox.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.Trap;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.MethodTooLargeException;

/**
 * A function that the compiler rejects is the only one interpreted, and calls in both directions give the same results
 * as without.
 */
final class PartlyCompiledTest {
    private static final int[] NONE = {};
    private static final int EXTERNREF = 0x6F;
    private static final int RESULTS = 130;
    private static final int TABLE = 1;

    @Test
    void aFunctionOfVeryManyResultsIsInterpretedWithThoseThatNameItsType() throws Exception {
        ModuleBuilder module = new ModuleBuilder();
        int wide = module.type(NONE, many(RESULTS));
        int plain = module.type(NONE, ModuleBuilder.I64);
        module.function(wide, w -> {
            for (int i = 0; i < RESULTS; i++) {
                w.opcode(Opcode.I64_CONST).s64(i);
            }
            w.opcode(Opcode.END);
        });
        module.function(plain, PartlyCompiledTest::oneLocal, w -> {
            w.opcode(Opcode.CALL).u32(0);
            dropAllButLast(w);
        });
        module.function(plain, PartlyCompiledTest::oneLocal, w -> {
            w.opcode(Opcode.I32_CONST)
                    .s64(0)
                    .opcode(Opcode.CALL_INDIRECT)
                    .u32(wide)
                    .u32(0);
            dropAllButLast(w);
        });
        module.function(
                plain,
                w -> w.opcode(Opcode.CALL)
                        .u32(1)
                        .opcode(Opcode.I64_CONST)
                        .s64(1)
                        .opcode(Opcode.I64_ADD)
                        .opcode(Opcode.END));
        module.function(plain, w -> {
            w.opcode(Opcode.CALL)
                    .u32(2)
                    .opcode(Opcode.I64_CONST)
                    .s64(2)
                    .opcode(Opcode.I64_ADD)
                    .opcode(Opcode.END);
        });
        module.function(plain, w -> {
            w.opcode(Opcode.I32_CONST)
                    .s64(0)
                    .opcode(Opcode.CALL_INDIRECT)
                    .u32(plain)
                    .u32(0)
                    .opcode(Opcode.END);
        });
        module.table(w -> w.u8(ModuleBuilder.FUNCREF).u8(0).u32(TABLE));
        module.element(w -> w.u32(0)
                .opcode(Opcode.I32_CONST)
                .s64(0)
                .opcode(Opcode.END)
                .u32(1)
                .u32(0));
        exportAll(module, 1, 5);

        assertThat(interpreted(module)).containsExactly(0, 1, 2);
        assertThat(endings(module))
                .containsExactly("129", "129", "130", "131", Trap.INDIRECT_CALL_TYPE_MISMATCH.wireName());
    }

    @ParameterizedTest
    @ValueSource(ints = {125, 126, 127, 128, 200})
    void aFunctionOfVeryManyParametersIsTakenOrInterpretedWithItsCallers(int parameters) throws Exception {
        ModuleBuilder module = new ModuleBuilder();
        int wide = module.type(many(parameters), ModuleBuilder.I64);
        int plain = module.type(NONE, ModuleBuilder.I64);
        module.function(
                wide,
                PartlyCompiledTest::oneLocal,
                w -> w.opcode(Opcode.LOCAL_GET)
                        .u32(parameters - 1)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(parameters)
                        .opcode(Opcode.I64_ADD)
                        .opcode(Opcode.END));
        module.function(plain, w -> {
            for (int i = 0; i < parameters; i++) {
                w.opcode(Opcode.I64_CONST).s64(i);
            }
            w.opcode(Opcode.CALL).u32(0).opcode(Opcode.END);
        });
        module.function(plain, w -> w.opcode(Opcode.CALL).u32(1).opcode(Opcode.END));
        exportAll(module, 1, 2);

        assertThat(interpreted(module)).isEqualTo(parameters <= 125 ? List.of() : List.of(0, 1));
        assertThat(endings(module)).containsOnly(Integer.toString(parameters - 1));
    }

    @Test
    void functionsThatReturnReferencesOfDifferentKindsAreCompiled() throws Exception {
        ModuleBuilder module = new ModuleBuilder();
        int[] references = {ModuleBuilder.FUNCREF, EXTERNREF};
        for (int reference : references) {
            int pair = module.type(NONE, reference, ModuleBuilder.I32);
            module.function(
                    pair,
                    w -> w.opcode(Opcode.REF_NULL)
                            .u8(reference)
                            .opcode(Opcode.I32_CONST)
                            .s64(7)
                            .opcode(Opcode.END));
        }
        int plain = module.type(NONE, ModuleBuilder.I64);
        for (int callee = 0; callee < references.length; callee++) {
            int called = callee;
            module.function(
                    plain,
                    w -> w.opcode(Opcode.CALL)
                            .u32(called)
                            .opcode(Opcode.DROP)
                            .opcode(Opcode.REF_IS_NULL)
                            .opcode(Opcode.I64_EXTEND_I32_S)
                            .opcode(Opcode.END));
        }
        exportAll(module, references.length, references.length);

        assertThat(interpreted(module)).isEmpty();
        assertThat(endings(module)).containsExactly("1", "1");
    }

    @Test
    void moreFunctionsOfOneTypeThanTheEngineCallsInOneMethodAreCompiled() throws Exception {
        ModuleBuilder module = new ModuleBuilder();
        int mixed = module.type(new int[] {ModuleBuilder.I64, ModuleBuilder.I32, ModuleBuilder.I64}, ModuleBuilder.I64);
        int plain = module.type(NONE, ModuleBuilder.I64);
        int functions = 1_100;
        for (int i = 0; i < functions; i++) {
            int result = i;
            module.function(
                    mixed,
                    w -> w.opcode(Opcode.LOCAL_GET)
                            .u32(2)
                            .opcode(Opcode.I64_CONST)
                            .s64(result)
                            .opcode(Opcode.I64_ADD)
                            .opcode(Opcode.END));
        }
        for (int element : new int[] {0, functions - 1, functions}) {
            module.function(
                    plain,
                    w -> w.opcode(Opcode.I64_CONST)
                            .s64(1)
                            .opcode(Opcode.I32_CONST)
                            .s64(2)
                            .opcode(Opcode.I64_CONST)
                            .s64(10_000)
                            .opcode(Opcode.I32_CONST)
                            .s64(element)
                            .opcode(Opcode.CALL_INDIRECT)
                            .u32(mixed)
                            .u32(0)
                            .opcode(Opcode.END));
        }
        module.table(w -> w.u8(ModuleBuilder.FUNCREF).u8(0).u32(functions + 1));
        module.element(w -> {
            w.u32(0).opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.END).u32(functions + 1);
            IntStream.rangeClosed(0, functions).forEach(w::u32);
        });
        exportAll(module, functions, 3);

        assertThat(interpreted(module)).isEmpty();
        assertThat(endings(module)).containsExactly("10000", "11099", Trap.INDIRECT_CALL_TYPE_MISMATCH.wireName());
    }

    @Test
    void theFunctionsThatAreInterpretedAreNamed() throws Exception {
        ModuleBuilder module = new ModuleBuilder();
        int wide = module.type(many(200));
        IntStream.range(0, 7).forEach(i -> module.function(wide, w -> w.opcode(Opcode.END)));
        module.custom("name", w -> w.u8(1).u32(8).u32(1).u32(2).u32(5).copy("build".getBytes(UTF_8), 0, 5));
        MeteredModule metered = meter(module);
        List<Throwable> told = new ArrayList<>();

        assertThat(Engine.of(ClassPass.ON, told::add)
                        .prepare(metered.bytes(), "", metered, LoadBudget.endless())
                        .compiled(LoadBudget.endless()))
                .isPresent();
        assertThat(told)
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.type(PartlyInterpreted.class))
                .extracting(Throwable::getMessage)
                .isEqualTo("7 functions are interpreted, because the compiler does not accept them:"
                        + " func[0], func[1], build, func[3], func[4] and 2 more");
    }

    @Test
    void aFunctionThatTheJvmNamesIsInterpretedAndOneThatNobodyFailsOnIsNot() throws Exception {
        ModuleBuilder module = new ModuleBuilder();
        int plain = module.type(NONE);
        IntStream.range(0, 4).forEach(i -> module.function(plain, w -> w.opcode(Opcode.END)));
        MeteredModule metered = meter(module);
        GuestCompiler compiler = new GuestCompiler(
                ModuleParser.parse(metered.bytes(), LoadBudget.endless()), metered, ClassPass.ON, LoadBudget.endless());

        assertThat(compiler.causes(
                        new VerifyError("Bad type in dev/airlock/guest/ModuleFuncGroup_0.part_1_of_func_3(J)V"),
                        Set.of()))
                .containsExactly(3);
        assertThat(compiler.causes(
                        new VerifyError("Bad type in dev/airlock/guest/ModuleFuncGroup_0.func_3(J)V"), Set.of(3)))
                .isEmpty();
        assertThat(compiler.causes(new MethodTooLargeException("Module", "direct_2", "()V", 70_000), Set.of()))
                .containsExactly(2);
        assertThat(compiler.causes(new MethodTooLargeException("Module", "call", "()V", 70_000), Set.of()))
                .isEmpty();
    }

    private static int[] many(int values) {
        int[] types = new int[values];
        Arrays.fill(types, ModuleBuilder.I64);
        return types;
    }

    private static void oneLocal(ByteWriter w) {
        w.u32(1).u32(1).u8(ModuleBuilder.I64);
    }

    private static void dropAllButLast(ByteWriter w) {
        w.opcode(Opcode.LOCAL_SET).u32(0);
        for (int i = 1; i < RESULTS; i++) {
            w.opcode(Opcode.DROP);
        }
        w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.END);
    }

    private static void exportAll(ModuleBuilder module, int first, int functions) {
        IntStream.range(0, functions).forEach(i -> module.exporting("f" + i, 0, first + i));
    }

    private static List<Integer> interpreted(ModuleBuilder module) throws InvalidModuleException, ModuleRefused {
        MeteredModule metered = meter(module);
        GuestCompiler compiler = new GuestCompiler(
                ModuleParser.parse(metered.bytes(), LoadBudget.endless()), metered, ClassPass.ON, LoadBudget.endless());
        assertThat(compiler.compile().interpreted()).isEqualTo(compiler.listed());
        return List.copyOf(compiler.listed());
    }

    /** Returns how the exported functions end, the same on both tiers. */
    private static List<String> endings(ModuleBuilder module) throws ModuleRefused {
        MeteredModule metered = meter(module);
        List<String> interpreted = endings(metered, Tier.INTERPRETED);
        assertThat(endings(metered, Tier.COMPILED)).isEqualTo(interpreted);
        return interpreted.stream()
                .map(termination -> termination.split(" ")[0])
                .toList();
    }

    private static List<String> endings(MeteredModule module, Tier tier) {
        Program program = Instances.program(module, tier);
        return module.info().exports().stream()
                .map(export -> termination(program, export.name()))
                .toList();
    }

    private static String termination(Program program, String export) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1L << 35, 100_000);
        Instance instance = Instances.of(program, scope, ImportValues.empty());
        String termination;
        try {
            termination = Long.toString(instance.export(export).apply()[0]);
        } catch (RuntimeException e) {
            Termination known = new ExceptionMapper(new RunLimits(1, 1, 1)).terminationOf(e, List.of());
            termination = known instanceof Termination.Trapped trapped
                    ? trapped.trap().wireName()
                    : known.toString();
        }
        return termination + " for " + scope.fuel().used();
    }

    private static MeteredModule meter(ModuleBuilder module) throws ModuleRefused {
        byte[] bytes = module.build();
        return FuelMetering.rewrite(bytes, WasmModuleReader.read(bytes, ModuleLimits.DEFAULT));
    }
}
