package dev.airlock.sandbox.engine.compile;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.compiler.internal.Compiler;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.WasmModule;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.Compilation;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.Instances;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.TiersDifferentialTest;
import dev.airlock.sandbox.engine.interpreter.UsedFunctions;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.engine.pass.GuestName;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * Functions that a call used are grouped together, and nothing else is; {@link TiersDifferentialTest} shows that they
 * behave the same.
 */
final class ClassGroupsTest {
    private static final int I32 = 0x7F;
    private static final int I64 = 0x7E;
    private static final int FUNCTIONS = 150;
    private static final long LARGE = 1L << 40;

    @Test
    void whatIsUsedComesIntoOneClassAndTheRestIntoSmallOnes() throws Exception {
        MeteredModule module = metered(chain());
        UsedFunctions used = UsedFunctions.noneOf(module.info());
        List.of(0, 70, 149).forEach(used::add);

        Map<String, List<String>> methods = methods(compiled(module, used));

        assertThat(methods.get("Used_0"))
                .containsExactlyInAnyOrder("func_0", "direct_0", "func_70", "direct_70", "func_149", "direct_149");
        assertThat(methods.get("Unused_0")).hasSize(2 * 63).contains("func_1", "direct_63");
        assertThat(methods.get("Unused_1")).hasSize(2 * 63).contains("func_64");
        assertThat(methods.get("Unused_2")).hasSize(2 * 21).doesNotContain("func_149");
        assertThat(methods.keySet()).noneMatch(name -> name.contains("FuncGroup"));
    }

    @Test
    void functionsCallOneAnotherFromWhereverTheyAre() throws Exception {
        MeteredModule module = metered(chain());
        UsedFunctions used = UsedFunctions.noneOf(module.info());
        IntStream.range(0, FUNCTIONS).filter(function -> function % 3 == 0).forEach(used::add);

        assertThat(run(program(module, compiled(module, used)))).isEqualTo(FUNCTIONS);
    }

    @Test
    void nothingIsPutTogetherWhereNothingIsKnown() throws Exception {
        MeteredModule module = metered(chain());

        Map<String, List<String>> methods = methods(compiled(module, UsedFunctions.noneOf(module.info())));

        assertThat(methods.keySet()).contains("FuncGroup_0").noneMatch(name -> name.contains("sed_"));
    }

    @Test
    void theInterpreterNotesWhatItRuns() throws Exception {
        MeteredModule metered = metered(chain());
        Engine engine = Engine.of(why -> {});
        PreparedModule prepared = engine.prepare(chain(), "", metered, LoadBudget.endless());
        assertThat(run(prepared.interpreted())).isEqualTo(FUNCTIONS);

        assertThat(prepared.used().toString())
                .isEqualTo(IntStream.range(0, FUNCTIONS).boxed().toList().toString());
        assertThat(run(prepared.compiled(LoadBudget.endless()).orElseThrow())).isEqualTo(FUNCTIONS);
    }

    @Test
    void usedFunctionsOfALargeModuleComeIntoSeveralClasses() throws Exception {
        byte[] wasm = Files.readAllBytes(Path.of("../sample-connectors/issue-tracker-go/connector.wasm"));
        MeteredModule module = metered(wasm);
        UsedFunctions used = UsedFunctions.noneOf(module.info());
        IntStream.range(0, used.functions()).forEach(used::add);

        GuestClasses classes = compiled(module, used);
        Map<String, List<String>> methods = methods(classes);

        assertThat(classes.interpreted()).isEmpty();
        assertThat(methods.keySet().stream().filter(name -> name.startsWith("Used_")))
                .hasSizeGreaterThan(3);
        assertThat(methods.keySet()).noneMatch(name -> name.startsWith("Unused_"));
    }

    /** A class has room for 32 functions with that many constants, fewer than are grouped if none was used. */
    @Test
    void unusedFunctionsStayTogetherWhereTheEngineHasThemInSeveralClasses() throws Exception {
        MeteredModule module = metered(constants(LARGE, 64, 750));
        UsedFunctions used = UsedFunctions.noneOf(module.info());
        used.add(3);
        used.add(64);

        assertThat(classesWithFunctions(compiled(module, UsedFunctions.noneOf(module.info()))))
                .containsExactly("FuncGroup_0", "FuncGroup_1", "FuncGroup_2");
        assertThat(run(program(module, compiled(module, used)))).isEqualTo(sum(LARGE, 64 * 750));
    }

    /** Constants this small take few bytes of the module's code. */
    @Test
    void usedFunctionsWithMoreConstantsThanAClassHasAreNotPutTogether() throws Exception {
        MeteredModule module = metered(constants(-8_192, 32, 1_050));
        UsedFunctions used = UsedFunctions.noneOf(module.info());
        IntStream.range(0, used.functions()).forEach(used::add);

        GuestClasses classes = compiled(module, used);

        assertThat(classesWithFunctions(classes)).allMatch(name -> name.startsWith("FuncGroup_"));
        assertThat(classes.interpreted()).isEmpty();
        assertThat(run(program(module, classes))).isEqualTo(sum(-8_192, 32 * 1_050));
    }

    /** The engine's class of these is as full as it can be, and the pass adds some constants. */
    @Test
    void functionsComeIntoMoreClassesWhereThePassAddsToAFullOne() throws Exception {
        int each = mostConstantsForOneClass(5);
        MeteredModule module = metered(constants(LARGE, 5, each));

        GuestClasses classes = compiled(module, UsedFunctions.noneOf(module.info()));

        assertThat(classes.interpreted()).isEmpty();
        assertThat(classesWithFunctions(classes)).hasSizeGreaterThan(1);
        assertThat(run(program(module, classes))).isEqualTo(sum(LARGE, 5L * each));
    }

    /** With that many constants in each of that many functions, the engine's class has no room for one more in each. */
    private static int mostConstantsForOneClass(int functions) throws Exception {
        byte[] type = Compiler.builder(ModuleParser.parse(
                        metered(constants(LARGE, functions, 1)).bytes(), LoadBudget.endless()))
                .withClassName(GuestName.PREFIX)
                .withClassCollectorFactory(() -> new CollectedClasses(GuestName.PREFIX, LoadBudget.endless()))
                .build()
                .compile()
                .classBytes()
                .get(GuestName.PREFIX + "FuncGroup_0");
        int others = new ClassReader(type).getItemCount() - 2 * functions;
        return (65_535 - others) / (2 * functions);
    }

    private static List<String> classesWithFunctions(GuestClasses classes) throws Exception {
        return methods(classes).entrySet().stream()
                .filter(type -> !type.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Program program(MeteredModule module, GuestClasses classes) throws Exception {
        WasmModule parsed = ModuleParser.parse(module.bytes(), LoadBudget.endless());
        return new Compilation(parsed, classes, Optional.empty()).program(module.info(), LoadBudget.endless());
    }

    /**
     * Returns a module whose last function, after that many, adds up the results of the others, each with that many
     * constants, no two of which are the same.
     */
    private static byte[] constants(long smallest, int functions, int each) {
        ModuleBuilder builder = new ModuleBuilder();
        int type = builder.type(new int[] {}, I64);
        for (int i = 0; i < functions; i++) {
            long first = smallest + (long) i * each;
            builder.function(type, w -> {
                w.opcode(Opcode.I64_CONST).s64(0);
                for (int j = 0; j < each; j++) {
                    w.opcode(Opcode.I64_CONST).s64(first + j).opcode(Opcode.I64_ADD);
                }
                w.opcode(Opcode.END);
            });
        }
        builder.function(type, w -> {
            w.opcode(Opcode.I64_CONST).s64(0);
            for (int i = 0; i < functions; i++) {
                w.opcode(Opcode.CALL).u32(i).opcode(Opcode.I64_ADD);
            }
            w.opcode(Opcode.END);
        });
        return builder.exporting("run", 0, functions).build();
    }

    private static long sum(long smallest, long count) {
        return count * smallest + count * (count - 1) / 2;
    }

    /** Returns a module in which each function adds one to the result of the next. */
    private static byte[] chain() {
        ModuleBuilder builder = new ModuleBuilder();
        int type = builder.type(new int[] {}, I32);
        for (int i = 0; i < FUNCTIONS; i++) {
            int next = i + 1;
            builder.function(type, w -> {
                w.opcode(Opcode.I32_CONST).s64(1);
                if (next < FUNCTIONS) {
                    w.opcode(Opcode.CALL).u32(next).opcode(Opcode.I32_ADD);
                }
                w.opcode(Opcode.END);
            });
        }
        return builder.exporting("run", 0, 0).build();
    }

    private static long run(Program program) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1 << 20, 1 << 20);
        Instance instance = Instances.of(program, scope, ImportValues.empty());
        return instance.export("run").apply()[0];
    }

    private static MeteredModule metered(byte[] module) throws Exception {
        return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
    }

    private static GuestClasses compiled(MeteredModule module, UsedFunctions used) throws Exception {
        WasmModule parsed = ModuleParser.parse(module.bytes(), LoadBudget.endless());
        return new GuestCompiler(parsed, module, ClassPass.ON, LoadBudget.endless())
                .puttingTogether(used)
                .compile();
    }

    /**
     * The names of the functions' methods, without those through which the host enters, by class name after the
     * machine's name.
     */
    private static Map<String, List<String>> methods(GuestClasses classes) {
        Map<String, List<String>> methods = new TreeMap<>();
        classes.classes().forEach((name, file) -> {
            ClassNode type = new ClassNode();
            new ClassReader(file).accept(type, 0);
            methods.put(
                    name.substring(classes.machine().length()),
                    type.methods.stream()
                            .map(method -> method.name)
                            .filter(method -> method.matches("(func|direct)_.*"))
                            .toList());
        });
        return methods;
    }
}
