package dev.airlock.sandbox.engine.pass;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.compiler.InterpreterFallback;
import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ImportGlobal;
import com.dylibso.chicory.runtime.ImportMemory;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.Parser;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.call.Trap;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.Instances;
import dev.airlock.sandbox.engine.LargeFunctions;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.engine.Run;
import dev.airlock.sandbox.engine.RunLimits;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.bytecode.GlobalFields;
import dev.airlock.sandbox.engine.bytecode.division.CodeSizes;
import dev.airlock.sandbox.engine.compile.ClassMender;
import dev.airlock.sandbox.engine.memory.CompiledCharges;
import dev.airlock.sandbox.engine.memory.GuestRegisters;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The pass's changes to the engine's classes, and that these still behave the same. */
final class GuestClassPassTest {
    private static final long FUEL = 1L << 40;
    private static final int STACK = 1 << 20;

    /**
     * The first entry takes from the counters and stores in them. The second passes the rest to the callee, checks at
     * the turn of the loop, and does not use the counters. The module also has a leaf function.
     */
    @Test
    void holdsTheNumbersInALocalBetweenCallsLoopsAndReturns() {
        MeteredModule module = meter(counting(0, true));

        assertThat(calls(archive(module, false))).contains("writeGlobal", "checkInterruption");
        assertThat(calls(archive(module, true))).doesNotContain("writeGlobal", "checkInterruption");
        assertThat(charges(module)).containsExactly("first", "leave", "takeOver", "take", "first", "leave", "takeOver");
    }

    @Test
    void handsTheFuelBackWhenTheFunctionTraps() {
        ModuleBuilder builder = new ModuleBuilder();
        int type = builder.type(new int[] {I32}, I32);
        builder.function(type, w -> {
            addOne(w).opcode(Opcode.DROP).opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
        });
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        assertThat(charges(module)).containsExactly("first", "leave", "takeOver", "leave");
        for (Tier tier : Tier.values()) {
            CallScope scope = scope();
            Instance instance = Instances.of(Instances.program(module, tier), scope, ImportValues.empty());
            assertThatThrownBy(() -> instance.export("run").apply(1)).isInstanceOf(ChicoryException.class);
            assertThat(scope.fuel().used()).as("%s", tier).isEqualTo(5);
        }
    }

    @Test
    void chargesTheGaugesWhereTheLocalsWouldMakeAFunctionTooLargeForTheJit() {
        ModuleBuilder builder = new ModuleBuilder();
        int type = builder.type(new int[] {I32}, I32);
        builder.function(type, w -> {
            w.opcode(Opcode.LOCAL_GET).u32(0);
            for (int i = 0; i < 2_000; i++) {
                w.opcode(Opcode.I32_CONST).s64(1_000).opcode(Opcode.I32_ADD);
            }
            w.opcode(Opcode.END);
        });
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        assertThat(charges(module))
                .containsExactly(
                        "fuel", "takeOver", "leave", "enter"); // the others are for callers through its direct entry
        assertSameOnBothTiers(module, 7, 7 + 2_000 * 1_000);
    }

    @Test
    void chargesTheGaugesWhereAHandlerMayLeadBack() {
        MeteredModule module = meter(throwing());

        List<String> charges = charges(module);
        assertThat(charges)
                .startsWith("first", "leave", "takeOver", "take", "leave"); // the thrower, which stores its fuel
        assertThat(charges.subList(5, charges.size() - 3)).containsOnly("fuel", "stack", "restoreStack");
        assertThat(charges).endsWith("takeOver", "leave", "enter"); // its second entry
        assertSameOnBothTiers(module, 1_000, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 5, 6, 126, 127, 128, 32_765, 32_766, 32_767, 32_768, 70_000})
    void knowsTheHiddenGlobalsHoweverTheirIndicesAreWritten(int ownGlobals) {
        MeteredModule module = meter(counting(ownGlobals, true));

        assertThat(calls(archive(module, true))).contains("take", "leave").doesNotContain("writeGlobal");
        assertSameOnBothTiers(module, 10, 10);
    }

    @Test
    void holdsTheNumbersOfAModuleWithoutAMemoryInTheSameWay() {
        MeteredModule module = meter(counting(0, false));

        assertThat(charges(module)).isEqualTo(charges(meter(counting(0, true))));
        assertThat(calls(archive(module, true))).doesNotContain("writeGlobal", "checkInterruption");
        assertSameOnBothTiers(module, 10, 10);
    }

    /** The constant 1 is the index of the hidden global for the stack here, and 0 that of the one for fuel. */
    @Test
    void leavesTheModulesOwnGlobalsAlone() {
        ModuleBuilder builder = new ModuleBuilder().memory(w -> w.u8(0).u32(1));
        int globals = GuestRegisters.GLOBALS + 2;
        for (int i = 0; i < globals; i++) {
            builder.global(w -> w.u8(I64).u8(1).opcode(Opcode.I64_CONST).s64(40).opcode(Opcode.END));
        }
        int type = builder.type(new int[] {I32}, I32);
        builder.function(type, w -> {
            for (int i = 0; i < globals; i++) {
                w.opcode(Opcode.I64_CONST).s64(3 + i).opcode(Opcode.GLOBAL_SET).u32(i);
            }
            w.opcode(Opcode.GLOBAL_GET).u32(0).opcode(Opcode.GLOBAL_GET).u32(1);
            w.opcode(Opcode.I64_MUL).opcode(Opcode.GLOBAL_GET).u32(globals - 1);
            w.opcode(Opcode.I64_MUL).opcode(Opcode.I32_WRAP_I64).opcode(Opcode.END);
        });
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        List<String> calls = calls(archive(module, true));
        assertThat(calls.stream().filter("writeGlobal"::equals)).hasSize(2);
        assertThat(calls.stream().filter("readGlobal"::equals)).hasSize(1);
        assertSameOnBothTiers(module, 0, 3 * 4 * (2 + globals));
    }

    @Test
    void showsAGlobalThatIsAFieldToWhoeverLooks() throws Exception {
        ModuleBuilder builder = new ModuleBuilder().memory(w -> w.u8(0).u32(1));
        builder.global(w -> w.u8(I64).u8(1).opcode(Opcode.I64_CONST).s64(40).opcode(Opcode.END));
        int type = builder.type(new int[] {I32}, I32);
        builder.function(type, w -> {
            w.opcode(Opcode.GLOBAL_GET).u32(0).opcode(Opcode.I64_CONST).s64(2).opcode(Opcode.I64_ADD);
            w.opcode(Opcode.GLOBAL_SET).u32(0);
            w.opcode(Opcode.GLOBAL_GET).u32(0).opcode(Opcode.I32_WRAP_I64).opcode(Opcode.END);
        });
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        for (Tier tier : Tier.values()) {
            Instance instance = Instances.of(Instances.program(module, tier), scope(), ImportValues.empty());
            assertThat(instance.global(0).getValue()).isEqualTo(40);
            assertThat(instance.export("run").apply(1)).containsExactly(42);
            assertThat(instance.global(0).getValue()).isEqualTo(42);
            instance.global(0).setValue(-(1L << 40));
            assertThat(instance.export("run").apply(1)).containsExactly(2);
            assertThat(instance.global(0).getValueLow()).isEqualTo(2 - (1L << 40));
        }
    }

    /**
     * The third has its own memory, and its own globals in that; the second has the first one's memory, and no global
     * fields.
     */
    @Test
    void sharesAGlobalThatIsAFieldWithInstancesThatImportIt() {
        MeteredModule first =
                meter(sharing(builder -> builder.memory(w -> w.u8(0).u32(1))));
        MeteredModule second = meter(sharing(builder -> {
            builder.importing("host", "memory", 2, w -> w.u8(0).u32(1));
            importGlobals(builder);
        }));
        MeteredModule third = meter(sharing(builder -> {
            builder.memory(w -> w.u8(0).u32(1));
            importGlobals(builder);
        }));

        for (Tier tier : Tier.values()) {
            for (Tier other : Tier.values()) {
                Instance owner = Instances.of(Instances.program(first, tier), scope(), ImportValues.empty());
                ImportValues shared = ImportValues.builder()
                        .addMemory(new ImportMemory("host", "memory", owner.memory()))
                        .addGlobal(new ImportGlobal("host", "int", owner.global(0)))
                        .addGlobal(new ImportGlobal("host", "long", owner.global(1)))
                        .build();
                Instance guest = Instances.of(Instances.program(second, other), scope(), shared);
                Instance apart = Instances.of(Instances.program(third, other), scope(), shared);

                assertThat(owner.export("run").apply(1)).containsExactly(2 + 3);
                assertThat(guest.export("run").apply(1)).containsExactly(2 + 1 + 3 + 1);
                assertThat(apart.export("run").apply(10)).containsExactly(3 + 10 + 4 + 10);
                assertThat(owner.export("run").apply(1)).containsExactly(13 + 1 + 14 + 1);
                assertThat(guest.global(2).getValue()).isEqualTo(1);
                assertThat(apart.global(3).getValue()).isEqualTo(2);
            }
        }
    }

    private static void importGlobals(ModuleBuilder builder) {
        builder.importing("host", "int", 3, w -> w.u8(I32).u8(1));
        builder.importing("host", "long", 3, w -> w.u8(I64).u8(1));
    }

    /** Adds a number to its first two globals, and returns their sum; it may import both. Two more are its own. */
    private static byte[] sharing(Consumer<ModuleBuilder> parts) {
        ModuleBuilder builder = new ModuleBuilder();
        parts.accept(builder);
        builder.global(w -> w.u8(I32).u8(1).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.END));
        builder.global(w -> w.u8(I64).u8(1).opcode(Opcode.I64_CONST).s64(2).opcode(Opcode.END));
        builder.function(builder.type(new int[] {I32}, I32), w -> {
            w.opcode(Opcode.GLOBAL_GET).u32(0).opcode(Opcode.LOCAL_GET).u32(0);
            w.opcode(Opcode.I32_ADD).opcode(Opcode.GLOBAL_SET).u32(0);
            w.opcode(Opcode.GLOBAL_GET).u32(1).opcode(Opcode.LOCAL_GET).u32(0);
            w.opcode(Opcode.I64_EXTEND_I32_S).opcode(Opcode.I64_ADD);
            w.opcode(Opcode.GLOBAL_SET).u32(1).opcode(Opcode.GLOBAL_GET).u32(0);
            w.opcode(Opcode.GLOBAL_GET).u32(1).opcode(Opcode.I32_WRAP_I64);
            w.opcode(Opcode.I32_ADD).opcode(Opcode.END);
        });
        return builder.exporting("run", 0, 0).build();
    }

    @Test
    void keepsTheGlobalsOfAModuleThatImportsItsMemoryApartFromTheOthers() {
        ModuleBuilder builder = new ModuleBuilder()
                .importing("host", "memory", 2, w -> w.u8(0).u32(1))
                .global(w -> w.u8(I64).u8(1).opcode(Opcode.I64_CONST).s64(40).opcode(Opcode.END));
        MeteredModule module = meter(builder.build());

        assertThat(GlobalFields.of(module).count()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"200, false", "254, false", "256, false", "300, false", "300, true", "1000, true"})
    void chargesInFunctionsWithMoreParametersThanAMethodCanHave(int parameters, boolean wide) {
        ModuleBuilder builder = new ModuleBuilder().memory(w -> w.u8(0).u32(1));
        int[] types = IntStream.range(0, parameters).map(i -> wide ? I64 : I32).toArray();
        int many = builder.type(types, I32);
        int run = builder.type(new int[] {I32}, I32);
        builder.function(run, w -> {
            for (int i = 0; i < parameters; i++) {
                w.opcode(Opcode.LOCAL_GET).u32(0);
                if (wide) {
                    w.opcode(Opcode.I64_EXTEND_I32_S);
                }
            }
            w.opcode(Opcode.CALL).u32(1).opcode(Opcode.END);
        });
        builder.function(many, w -> {
            w.opcode(Opcode.LOCAL_GET).u32(parameters - 1);
            if (wide) {
                w.opcode(Opcode.I32_WRAP_I64);
            }
            w.opcode(Opcode.CALL).u32(2).opcode(Opcode.END);
        });
        builder.function(
                run, w -> w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.NOP).opcode(Opcode.END));
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        assertThat(calls(archive(module, true))).doesNotContain("writeGlobal");
        assertThat(charges(module)).isNotEmpty();
        assertSameOnBothTiers(module, 77, 77);
    }

    /** Calls itself by its index if the argument is odd, through the table if it is even, and traps at 0. */
    @Test
    void namesEachCallOnceHoweverItWasMade() {
        ModuleBuilder builder = new ModuleBuilder();
        int type = builder.type(new int[] {I32}, I32);
        builder.table(w -> w.u8(FUNCREF).u8(0).u32(1));
        builder.element(w -> w.u32(0)
                .opcode(Opcode.I32_CONST)
                .s64(0)
                .opcode(Opcode.END)
                .u32(1)
                .u32(0));
        builder.function(type, w -> {
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_EQZ);
            w.opcode(Opcode.IF).u8(0x40).opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
            lessOne(w).opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1);
            w.opcode(Opcode.I32_AND).opcode(Opcode.IF).u32(type);
            w.opcode(Opcode.CALL).u32(0).opcode(Opcode.ELSE);
            w.opcode(Opcode.I32_CONST)
                    .s64(0)
                    .opcode(Opcode.CALL_INDIRECT)
                    .u32(type)
                    .u32(0);
            w.opcode(Opcode.END).opcode(Opcode.END);
        });
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        for (Tier tier : Tier.values()) {
            Run run = Instances.program(module, tier)
                    .run(scope(), List.of(), new RunLimits(1 << 16, 10, STACK), guest -> guest.call("run", 5));
            assertThat(run.termination())
                    .isEqualTo(new Termination.Trapped(Trap.UNREACHABLE, Collections.nCopies(6, "func[0]")));
        }
    }

    /** It has no direct entry, and in its loop the arrays of its memory are in locals. */
    @Test
    void compilesAFunctionOfSeveralResultsThatHasAnInnerLoop() throws Exception {
        ModuleBuilder builder = new ModuleBuilder().memory(w -> w.u8(0).u32(1));
        int run = builder.type(new int[] {I32}, I32);
        builder.function(run, w -> {
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.CALL).u32(1);
            w.opcode(Opcode.I32_ADD).opcode(Opcode.END);
        });
        builder.function(builder.type(new int[] {I32}, I32, I32), w -> {
            w.opcode(Opcode.LOOP).u8(EMPTY);
            w.opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.I32_CONST).s64(0);
            w.opcode(Opcode.I32_LOAD).u32(2).u32(8).opcode(Opcode.LOCAL_GET).u32(0);
            w.opcode(Opcode.I32_ADD).opcode(Opcode.I32_STORE).u32(2).u32(8);
            lessOne(w).opcode(Opcode.LOCAL_TEE).u32(0).opcode(Opcode.BR_IF).u32(0);
            w.opcode(Opcode.END).opcode(Opcode.I32_CONST).s64(0).opcode(Opcode.I32_LOAD);
            w.u32(2).u32(8).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.END);
        });
        MeteredModule module = meter(builder.exporting("run", 0, 0).build());

        List<Throwable> notTaken = new ArrayList<>();
        PreparedModule prepared =
                Engine.of(ClassPass.ON, notTaken::add).prepare(module.bytes(), "", module, LoadBudget.endless());
        assertThat(prepared.compiled(LoadBudget.endless())).isPresent();
        assertThat(notTaken).isEmpty();
        assertSameOnBothTiers(module, 4, 4 + 3 + 2 + 1 + 1);
    }

    private static ByteWriter lessOne(ByteWriter w) {
        return w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
    }

    /** The middle one of three functions is too large for a method; it calls the next and is called by the first. */
    @Test
    void chargesAroundFunctionsThatStayInterpreted() {
        MeteredModule module = meter(
                LargeFunctions.between(new ModuleBuilder().memory(w -> w.u8(0).u32(1))));

        assertThat(charges(module)).contains("first", "takeOver", "leave");
        assertThat(Instances.program(module, Tier.COMPILED).threadStackBytes(STACK))
                .isEqualTo(Instances.program(module, Tier.INTERPRETED).threadStackBytes(STACK));
        assertSameOnBothTiers(module, 5, 5 + LargeFunctions.ADDITIONS + 1);
    }

    @Test
    void namesTheInterpreterThatLeavesFramesProperly() {
        MeteredModule module = meter(LargeFunctions.between(new ModuleBuilder()));

        List<String> owners = new ArrayList<>();
        for (byte[] type : archive(module, true)) {
            visitCalls(type, (owner, name) -> owners.add(owner));
        }
        assertThat(owners)
                .contains("dev/airlock/sandbox/engine/frame/PartialInterpreter")
                .doesNotContain("com/dylibso/chicory/runtime/internal/CompilerInterpreterMachine");
    }

    /** The engine's compiler fails on handlers in unreachable code, so they are removed before it runs. */
    @Test
    void compilesAModuleWithHandlersInCodeThatCannotBeReached() {
        ModuleBuilder builder = new ModuleBuilder();
        builder.tag(builder.type(new int[] {}));
        builder.function(builder.type(new int[] {I32}, I32), w -> {
            w.opcode(Opcode.BLOCK).u8(EMPTY).opcode(Opcode.BR).u32(0);
            w.opcode(Opcode.TRY_TABLE)
                    .u8(EMPTY)
                    .u32(1)
                    .u8(2)
                    .u32(0)
                    .opcode(Opcode.END)
                    .opcode(Opcode.END);
            w.opcode(Opcode.BLOCK)
                    .u8(I32)
                    .opcode(Opcode.LOCAL_GET)
                    .u32(0)
                    .opcode(Opcode.RETURN)
                    .opcode(Opcode.END);
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(2).u32(0).opcode(Opcode.END);
            w.opcode(Opcode.END);
        });

        assertSameOnBothTiers(meter(builder.exporting("run", 0, 0).build()), 7, 7);
    }

    /** Counts the parameter down in a loop that calls a function, and returns the number of turns. */
    private static byte[] counting(int ownGlobals, boolean memory) {
        ModuleBuilder builder = new ModuleBuilder();
        if (memory) {
            builder.memory(w -> w.u8(0).u32(1));
        }
        for (int i = 0; i < ownGlobals; i++) {
            builder.global(w -> w.u8(I32).u8(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.END));
        }
        int type = builder.type(new int[] {I32}, I32);
        builder.function(type, w -> w.u32(1).u32(1).u8(I32), w -> {
            w.opcode(Opcode.LOOP).u8(EMPTY);
            w.opcode(Opcode.LOCAL_GET).u32(1).opcode(Opcode.CALL).u32(1);
            w.opcode(Opcode.LOCAL_TEE).u32(1).opcode(Opcode.LOCAL_GET).u32(0);
            w.opcode(Opcode.I32_LT_S).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
            w.opcode(Opcode.LOCAL_GET).u32(1).opcode(Opcode.END);
        });
        builder.function(type, w -> addOne(w).opcode(Opcode.END));
        return builder.exporting("run", 0, 0).build();
    }

    private static ByteWriter addOne(ByteWriter w) {
        return w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_ADD);
    }

    private static void assertSameOnBothTiers(MeteredModule module, int argument, int result) {
        CallScope interpreted = scope();
        CallScope compiled = scope();
        Instance slow = Instances.of(Instances.program(module, Tier.INTERPRETED), interpreted, ImportValues.empty());
        Instance fast = Instances.of(Instances.program(module, Tier.COMPILED), compiled, ImportValues.empty());

        assertThat((int) slow.export("run").apply(argument)[0]).isEqualTo(result);
        assertThat((int) fast.export("run").apply(argument)[0]).isEqualTo(result);
        assertThat(compiled.fuel().used()).isEqualTo(interpreted.fuel().used()).isPositive();
        assertThat(compiled.counters().stackLeft())
                .isEqualTo(interpreted.counters().stackLeft())
                .isEqualTo(STACK);
    }

    private static CallScope scope() {
        return new CallScope(Clock.SYSTEM, 60_000, FUEL, STACK);
    }

    private static MeteredModule meter(byte[] module) {
        try {
            return FuelMetering.rewrite(module, WasmModuleReader.read(module, ModuleLimits.DEFAULT));
        } catch (ModuleRefused e) {
            throw new AssertionError(e);
        }
    }

    /** The guest's classes, as the engine or the pass made them. */
    private static List<byte[]> archive(MeteredModule module, boolean passed) {
        Archive archive = new Archive();
        MachineFactoryCompiler.builder(Parser.builder().build().parse(() -> new ByteArrayInputStream(module.bytes())))
                .withClassName(GuestName.PREFIX)
                .withInterpreterFallback(InterpreterFallback.SILENT)
                .withCache(archive)
                .compile();
        ClassMender mender = new ClassMender(module, ClassPass.ON.over(module, CodeSizes.TOO_LARGE));
        return archive.classes.stream()
                .map(type -> passed ? mender.apply(type) : type)
                .toList();
    }

    private static List<String> calls(List<byte[]> classes) {
        List<String> names = new ArrayList<>();
        for (byte[] type : classes) {
            boolean isTheEnginesOwn = new ClassReader(type).getClassName().endsWith("Shaded");
            if (!isTheEnginesOwn) {
                visitCalls(type, (owner, name) -> names.add(name));
            }
        }
        return names;
    }

    /** The methods of {@link CompiledCharges} that the guest's functions call, in order. */
    private static List<String> charges(MeteredModule module) {
        List<String> names = new ArrayList<>();
        for (byte[] type : archive(module, true)) {
            visitCalls(type, (owner, name) -> {
                if (owner.endsWith("/CompiledCharges")) {
                    names.add(name);
                }
            });
        }
        return names;
    }

    /** A function that catches what another throws in a loop, as often as its parameter says. */
    private static byte[] throwing() {
        ModuleBuilder builder = new ModuleBuilder();
        int thrower = builder.type(new int[] {I32});
        builder.tag(thrower);
        builder.function(
                thrower,
                w -> w.opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.THROW)
                        .u32(0)
                        .opcode(Opcode.END));
        builder.function(builder.type(new int[] {I32}, I32), w -> {
            w.opcode(Opcode.LOOP).u8(EMPTY).opcode(Opcode.BLOCK).u8(I32);
            w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(0).u32(0).u32(0);
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
            w.opcode(Opcode.CALL).u32(0).opcode(Opcode.END);
            w.opcode(Opcode.UNREACHABLE).opcode(Opcode.END);
            w.opcode(Opcode.LOCAL_TEE).u32(0).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.END);
        });
        return builder.exporting("run", 0, 1).build();
    }

    private interface Call {
        void visit(String owner, String name);
    }

    private static void visitCalls(byte[] type, Call seen) {
        new ClassReader(type)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode,
                                            String owner,
                                            String called,
                                            String shape,
                                            boolean isInterface) {
                                        seen.visit(owner, called);
                                    }
                                };
                            }
                        },
                        0);
    }

    /** Keeps the classes that the engine puts into its cache. */
    private static final class Archive implements com.dylibso.chicory.compiler.Cache {
        private final List<byte[]> classes = new ArrayList<>();

        @Override
        public byte @Nullable [] get(String key) {
            return null;
        }

        @Override
        public void putIfAbsent(String key, byte[] archive) throws IOException {
            try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(archive))) {
                for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                    if (entry.getName().endsWith(".class")) {
                        classes.add(in.readAllBytes());
                    }
                }
            }
        }
    }
}
