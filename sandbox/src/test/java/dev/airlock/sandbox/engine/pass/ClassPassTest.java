package dev.airlock.sandbox.engine.pass;

import static dev.airlock.sandbox.wasm.ModuleBuilder.F64;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.Instances;
import dev.airlock.sandbox.engine.LargeFunctions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.compile.GuestClasses;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.exact.ExactSigns;
import dev.airlock.sandbox.engine.exact.ExactTables;
import dev.airlock.sandbox.engine.frame.PartialInterpreter;
import dev.airlock.sandbox.engine.memory.CompiledCharges;
import dev.airlock.sandbox.engine.memory.CompiledExceptions;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.ModuleGenerator;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The parts that the class pass leaves alone when it is off, and the repairs that are made all the same. */
final class ClassPassTest {
    private static final int[] NONE = {};
    private static final int EMPTY = 0x40;
    private static final int CATCH_ALL = 2;
    private static final int SMALL = 200;
    private static final String PART = "part_";

    @Test
    void whereItIsOffFunctionsChargeByTheEnginesGlobalsAndKeepItsChecksForInterruption() {
        MeteredModule module = meter(ModuleGenerator.module(1));

        assertThat(calls(module, ClassPass.OFF))
                .anyMatch(call -> call.endsWith("Shaded.writeGlobal"))
                .anyMatch(call -> call.endsWith("Shaded.checkInterruption"))
                .noneMatch(call -> call.startsWith(Type.getInternalName(CompiledCharges.class)));
        assertThat(calls(module, ClassPass.ON))
                .noneMatch(call -> call.endsWith("Shaded.checkInterruption"))
                .anyMatch(call -> call.startsWith(Type.getInternalName(CompiledCharges.class)));
    }

    @Test
    void whereItIsOffEachFunctionStaysOneMethodHoweverLarge() {
        Set<String> on = new TreeSet<>();
        Set<String> off = new TreeSet<>();
        for (long seed = 1; seed <= 10; seed++) {
            MeteredModule module = meter(ModuleGenerator.module(seed));
            on.addAll(methods(module, ClassPass.ON));
            off.addAll(methods(module, ClassPass.OFF));
        }

        assertThat(on).anyMatch(method -> method.startsWith(PART));
        assertThat(off).noneMatch(method -> method.startsWith(PART)).anyMatch(EngineMethods::isFunction);
    }

    @ParameterizedTest
    @EnumSource(ClassPass.class)
    void whatTheEngineGetsWrongIsMendedEitherWay(ClassPass pass) {
        ModuleBuilder builder =
                new ModuleBuilder().table(w -> w.u8(FUNCREF).u8(0).u32(1));
        int nothing = builder.type(NONE);
        builder.tag(nothing);
        builder.function(
                builder.type(new int[] {F64}, F64),
                w -> w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.F64_ABS).opcode(Opcode.END));
        builder.function(
                nothing,
                w -> w.opcode(Opcode.I32_CONST)
                        .s64(0)
                        .opcode(Opcode.REF_NULL)
                        .u8(FUNCREF)
                        .opcode(Opcode.I32_CONST)
                        .s64(1)
                        .opcode(Opcode.TABLE_FILL)
                        .u32(0)
                        .opcode(Opcode.END));
        builder.function(nothing, w -> w.opcode(Opcode.THROW).u32(0).opcode(Opcode.END));

        assertThat(calls(meter(builder.build()), pass))
                .contains(
                        Type.getInternalName(ExactSigns.class) + ".f64Abs",
                        Type.getInternalName(ExactTables.class) + ".fill",
                        Type.getInternalName(CompiledExceptions.class) + ".create")
                .noneMatch(call -> call.matches(".*(F64_ABS|tableFill|createWasmException)"));
    }

    @ParameterizedTest
    @EnumSource(ClassPass.class)
    void whatTheCompilerDoesNotTakeIsInterpretedAloneEitherWay(ClassPass pass) {
        MeteredModule module = meter(LargeFunctions.between(new ModuleBuilder()));

        assertThat(compile(module, pass, CodeSizes.TOO_LARGE).interpreted()).containsExactly(1);
        assertThat(calls(module, pass))
                .contains(Type.getInternalName(PartialInterpreter.class) + ".call")
                .noneMatch(call -> call.contains("CompilerInterpreterMachine"));
        assertThat(run(module, pass, 5)).isEqualTo(5 + LargeFunctions.ADDITIONS + 1);
    }

    /** It contains only the engine's check for interruption, which is removed when the pass is on. */
    @ParameterizedTest
    @EnumSource(ClassPass.class)
    void anAttemptOfWhichNothingIsLeftIsLeftOutEitherWay(ClassPass pass) {
        ModuleBuilder builder = new ModuleBuilder();
        builder.function(builder.type(new int[] {I32}, I32), w -> {
            w.opcode(Opcode.BLOCK).u8(EMPTY);
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL).u32(0);
            w.opcode(Opcode.LOOP).u8(EMPTY).opcode(Opcode.END).opcode(Opcode.END);
            w.opcode(Opcode.END).opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.END);
        });

        assertThat(run(meter(builder.exporting("run", 0, 0).build()), pass, 7)).isEqualTo(7);
    }

    @Test
    void whatWasCompiledOneWayIsNotUsedTheOtherWay(@TempDir Path folder) throws Exception {
        byte[] module = ModuleGenerator.module(1);
        CodeCache cache = CodeCache.open(folder.resolve("code"), folder.resolve("key"), CodeCache.STANDARD_SIZE);
        for (ClassPass pass : ClassPass.values()) {
            Engine engine = Engine.of(cache, pass, why -> {});
            assertThat(engine.findKept(module)).as("%s", pass).isEmpty();
            engine.prepare(module, "", meter(module), LoadBudget.endless()).compiled(LoadBudget.endless());
            assertThat(engine.findKept(module)).as("%s", pass).isPresent();
        }
    }

    @Test
    void theSystemPropertySaysOnOrOff() {
        assertThat(ClassPass.of("on")).isEqualTo(ClassPass.ON);
        assertThat(ClassPass.of("off")).isEqualTo(ClassPass.OFF);
        assertThatThrownBy(() -> ClassPass.of("false"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the system property airlock.class-pass is \"false\"; use on or off");
    }

    private static int run(MeteredModule module, ClassPass pass, int argument) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1L << 40, 1 << 20);
        Instance instance = Instances.of(Instances.program(module, Tier.COMPILED, pass), scope, ImportValues.empty());
        return (int) instance.export("run").apply(argument)[0];
    }

    private static Set<String> methods(MeteredModule module, ClassPass pass) {
        Set<String> methods = new TreeSet<>();
        for (ClassNode type : types(module, pass, SMALL)) {
            type.methods.forEach(method -> methods.add(method.name));
        }
        return methods;
    }

    /** Returns the methods that the guest's classes call, without the engine's own among them. */
    private static Set<String> calls(MeteredModule module, ClassPass pass) {
        Set<String> calls = new TreeSet<>();
        for (ClassNode type : types(module, pass, CodeSizes.TOO_LARGE)) {
            for (MethodNode method : type.name.endsWith(OwnMethod.SHADED) ? Set.<MethodNode>of() : type.methods) {
                for (AbstractInsnNode instruction : method.instructions) {
                    if (instruction instanceof MethodInsnNode call) {
                        calls.add(call.owner + "." + call.name);
                    }
                }
            }
        }
        return calls;
    }

    private static Iterable<ClassNode> types(MeteredModule module, ClassPass pass, int divideFrom) {
        return compile(module, pass, divideFrom).classes().values().stream()
                .map(file -> {
                    ClassNode type = new ClassNode();
                    new ClassReader(file).accept(type, 0);
                    return type;
                })
                .toList();
    }

    private static GuestClasses compile(MeteredModule module, ClassPass pass, int divideFrom) {
        try {
            return new GuestCompiler(
                            ModuleParser.parse(module.bytes(), LoadBudget.endless()),
                            module,
                            pass,
                            LoadBudget.endless(),
                            divideFrom)
                    .compile();
        } catch (InvalidModuleException e) {
            throw new AssertionError(e);
        }
    }

    private static MeteredModule meter(byte[] module) {
        try {
            return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
        } catch (ModuleRefused e) {
            throw new AssertionError(e);
        }
    }
}
