package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.OpCode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.BigModules;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.budget.LoadStopped;
import dev.airlock.sandbox.call.BareClock;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.parse.BinaryModule;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.CompilePlan;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.ModuleSkeleton;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A module that is parsed, validated and compiled in parts is the same as one that is parsed as a whole. */
final class ModuleParserTest {
    private static final int I32 = ModuleBuilder.I32;
    private static final int FUNCTIONS = 600;
    private static final long STACK_BYTES = 16L << 20;

    @Test
    void partsTogetherAreTheWhole() throws InvalidModuleException {
        byte[] bytes = BigModules.arithmetic(300, 1_000);

        WasmModule inParts = ModuleParser.parse(bytes, LoadBudget.endless());

        assertThat(BinaryModule.of(bytes).parts()).hasSizeGreaterThan(3);
        assertThat(inParts.codeSection().functionBodyCount()).isEqualTo(301);
        assertThat(withoutAddresses(inParts)).isEqualTo(withoutAddresses(whole(bytes)));
        assertThat(inParts.functionSection()).isEqualTo(whole(bytes).functionSection());
        assertThat(inParts.exportSection()).isEqualTo(whole(bytes).exportSection());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 150, 299})
    void aFunctionThatIsNotValidIsFoundInWhicheverPartItIs(int wrong) {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {}, I32);
        for (int i = 0; i < 300; i++) {
            boolean isWrong = i == wrong;
            module.function(type, w -> {
                for (int n = 0; n < 2_000; n++) {
                    w.opcode(Opcode.I32_CONST).s64(n).opcode(Opcode.DROP);
                }
                w.opcode(isWrong ? Opcode.F64_CONST : Opcode.I32_CONST);
                if (isWrong) {
                    w.copy(new byte[8], 0, 8);
                } else {
                    w.s64(1);
                }
                w.opcode(Opcode.END);
            });
        }

        byte[] bytes = module.build();
        assertThatThrownBy(() -> ModuleParser.validate(bytes, read(bytes), LoadBudget.endless()))
                .isInstanceOf(InvalidModuleException.class)
                .hasMessageContaining("type mismatch");
    }

    @Test
    void functionsOfSeveralPartsAndClassesCallEachOther() throws Exception {
        MeteredModule module = metered(chain());
        Instance compiled = instance(module, Tier.COMPILED);
        Instance interpreted = instance(module, Tier.INTERPRETED);

        assertThat(module.compilePlan().functionsPerClass()).isLessThan(FUNCTIONS);
        assertThat(result(compiled)).isEqualTo(FUNCTIONS + 5L);
        assertThat(result(interpreted)).isEqualTo(FUNCTIONS + 5L);
    }

    @Test
    void aProgramKeepsTheCodeOfInterpretedFunctionsOnly() throws Exception {
        WasmModule module = ModuleParser.parse(chain(), LoadBudget.endless());

        WasmModule lean =
                ModuleParser.parse(ModuleSkeleton.of(chain(), function -> function == 7), LoadBudget.endless());

        assertThat(opcodes(lean, 7)).isEqualTo(opcodes(module, 7)).hasSizeGreaterThan(2);
        assertThat(opcodes(lean, 8)).containsExactly(OpCode.UNREACHABLE, OpCode.END);
        assertThat(lean.codeSection().functionBodyCount()).isEqualTo(FUNCTIONS);
    }

    @Test
    void aFunctionThatNoMethodCanHoldIsNotGivenToTheCompiler() throws ModuleRefused {
        ModuleInfo large = read(BigModules.arithmetic(1, 60_000));
        ModuleInfo manyLocals = read(BigModules.locals(12_000));

        assertThat(CompilePlan.of(large).interpreted()).containsExactly(1);
        assertThat(CompilePlan.of(manyLocals).interpreted()).containsExactly(1);
        assertThat(CompilePlan.of(read(chain())).interpreted()).isEmpty();
    }

    /** Each phase stops at its first check after the time is over, which the clock says after that many readings. */
    @ParameterizedTest
    @EnumSource(Phase.class)
    void everyPhaseStopsSoonAfterItsTimeIsOver(Phase phase) throws Exception {
        byte[] bytes = BigModules.arithmetic(1_500, 500);
        AtomicLong now = new AtomicLong();
        AtomicLong looks = new AtomicLong(Long.MIN_VALUE);
        LoadBudget budget = new LoadBudget(
                (BareClock) () -> looks.incrementAndGet() == 3 ? now.addAndGet(2_000_000) : now.get(), 1);
        Runnable work = phase.prepare(bytes, budget);
        looks.set(0);

        LoadStopped stopped = catchThrowableOfType(LoadStopped.class, work::run);

        assertThat(stopped).as("stopped").isNotNull();
        assertThat(stopped.reached())
                .hasValueSatisfying(reached -> assertThat(reached.limit()).isEqualTo(LimitName.COMPILE));
        assertThat(looks.get()).isLessThan(6);
    }

    /** A phase of a load. */
    enum Phase {
        READING,
        VALIDATING,
        METERING,
        PARSING,
        COMPILING;

        Runnable prepare(byte[] bytes, LoadBudget budget) throws Exception {
            ModuleInfo module = read(bytes);
            MeteredModule metered = metered(bytes);
            WasmModule parsed = ModuleParser.parse(metered.bytes(), LoadBudget.endless());
            return () -> {
                try {
                    switch (this) {
                        case READING -> WasmModuleReader.read(bytes, ModuleLimits.DEFAULT, budget);
                        case VALIDATING -> ModuleParser.validate(bytes, module, budget);
                        case METERING -> FuelMetering.rewrite(bytes, module, budget);
                        case PARSING -> ModuleParser.parse(metered.bytes(), budget);
                        case COMPILING -> new GuestCompiler(parsed, metered, ClassPass.ON, budget).compile();
                    }
                } catch (ModuleRefused | InvalidModuleException e) {
                    throw new AssertionError(e);
                }
            };
        }
    }

    /** Runs the module on a stack that has room for its calls, however much of the interpreter the JIT has compiled. */
    private static long result(Instance instance) throws Exception {
        FutureTask<Long> run = new FutureTask<>(() -> instance.export("run").apply(5)[0]);
        new Thread(null, run, "guest", STACK_BYTES).start();
        return run.get();
    }

    /** Returns a module in which each function adds one to the result of the next. */
    private static byte[] chain() {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {I32}, I32);
        for (int i = 1; i <= FUNCTIONS; i++) {
            int next = i;
            module.function(type, w -> {
                w.opcode(Opcode.LOCAL_GET).u32(0);
                if (next < FUNCTIONS) {
                    w.opcode(Opcode.CALL).u32(next);
                }
                for (int n = 0; n < 300; n++) {
                    w.opcode(Opcode.I32_CONST).s64(7).opcode(Opcode.DROP);
                }
                w.opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_ADD).opcode(Opcode.END);
            });
        }
        return module.memory(w -> w.u8(0).u32(1)).exporting("run", 0, 0).build();
    }

    private static String withoutAddresses(WasmModule module) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < module.codeSection().functionBodyCount(); i += 7) {
            module.codeSection()
                    .getFunctionBody(i)
                    .instructions()
                    .forEach(instruction -> text.append(instruction.opcode())
                            .append(instruction.depth())
                            .append(instruction.labelTrue()));
        }
        return text.toString();
    }

    private static WasmModule whole(byte[] bytes) {
        return Parser.builder().build().parse(() -> new ByteArrayInputStream(bytes));
    }

    private static Instance instance(MeteredModule module, Tier tier) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1L << 40, 8 << 20);
        return Instances.of(Instances.program(module, tier), scope, ImportValues.empty());
    }

    private static MeteredModule metered(byte[] bytes) throws ModuleRefused {
        return FuelMetering.rewrite(bytes, read(bytes));
    }

    private static ModuleInfo read(byte[] bytes) throws ModuleRefused {
        return WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
    }

    private static List<OpCode> opcodes(WasmModule module, int function) {
        return module.codeSection().getFunctionBody(function).instructions().stream()
                .map(instruction -> instruction.opcode())
                .toList();
    }
}
