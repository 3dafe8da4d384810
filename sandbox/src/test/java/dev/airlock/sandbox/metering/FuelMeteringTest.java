package dev.airlock.sandbox.metering;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The places of charges; the tests on the engines prove their amounts. */
final class FuelMeteringTest {
    private static final String CHARGE = "i64.const global.set";

    @Test
    void chargesStraightLineCodeOnceAtItsEnd() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.DROP)))
                .isEqualTo("i32.const drop " + CHARGE + " end");
    }

    @Test
    void chargesNothingForAFunctionThatDoesNothing() throws ModuleRefused {
        assertThat(metered(
                        w -> w.opcode(Opcode.BLOCK).u8(EMPTY).opcode(Opcode.NOP).opcode(Opcode.END)))
                .isEqualTo("block nop end end");
    }

    @Test
    void carriesTheCostPastABlockThatNoBranchLeadsOutOf() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.BLOCK)
                        .u8(EMPTY)
                        .opcode(Opcode.MEMORY_SIZE)
                        .u8(0)
                        .opcode(Opcode.DROP)
                        .opcode(Opcode.END)
                        .opcode(Opcode.I32_CONST)
                        .s64(0)
                        .opcode(Opcode.DROP)))
                .isEqualTo("block memory.size drop end i32.const drop " + CHARGE + " end");
    }

    @Test
    void paysWhereAConditionalBranchIsTakenAndElseAtTheEndOfTheBlock() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.BLOCK)
                        .u8(EMPTY)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.BR_IF)
                        .u32(0)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.DROP)
                        .opcode(Opcode.END)))
                .isEqualTo("block local.get if " + CHARGE + " br end local.get drop " + CHARGE + " end end");
    }

    @Test
    void chargesBeforeALoopSoThatEachTimeRoundPaysForItself() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.DROP)
                        .opcode(Opcode.LOOP)
                        .u8(EMPTY)
                        .opcode(Opcode.BR)
                        .u32(0)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.END)))
                .isEqualTo("local.get drop " + CHARGE + " loop " + CHARGE + " br end unreachable end");
    }

    @Test
    void leavesOutWhatCannotBeReached() throws ModuleRefused {
        assertThat(metered(w -> constant(
                                w.opcode(Opcode.LOCAL_GET)
                                        .u32(0)
                                        .opcode(Opcode.IF)
                                        .u8(EMPTY)
                                        .opcode(Opcode.UNREACHABLE)
                                        .opcode(Opcode.LOOP)
                                        .u8(EMPTY)
                                        .opcode(Opcode.BLOCK)
                                        .u8(EMPTY)
                                        .opcode(Opcode.BR)
                                        .u32(0)
                                        .opcode(Opcode.END)
                                        .opcode(Opcode.END)
                                        .opcode(Opcode.ELSE),
                                1)
                        .opcode(Opcode.DROP)
                        .opcode(Opcode.END)))
                .isEqualTo("local.get if " + CHARGE + " unreachable else i32.const drop " + CHARGE + " end end");
    }

    @Test
    void leavesOutWhatFollowsABlockThatNothingComesOutOf() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.BLOCK)
                        .u8(I32)
                        .opcode(Opcode.RETURN)
                        .opcode(Opcode.END)
                        .opcode(Opcode.DROP)))
                .isEqualTo("block " + CHARGE + " return end unreachable end");
    }

    @Test
    void chargesBulkWorkByItsLengthAndKeepsTheLength() throws ModuleRefused {
        assertThat(metered(w -> {
                    constant(w, 0).opcode(Opcode.LOCAL_GET).u32(0);
                    constant(w, 99).opcode(Opcode.MEMORY_FILL).u8(0);
                }))
                .isEqualTo("i32.const local.get i32.const local.tee local.get i64.extend_i32_u i64.const i64.add"
                        + " i64.const i64.shr_u i64.const i64.add global.set memory.fill end");
    }

    @Test
    void addsOneLocalToFunctionsThatDoBulkWorkAndToNoOthers() throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        int type = module.type(new int[] {I32, I64});
        module.memory(w -> w.u8(0).u32(1));
        module.function(
                type,
                w -> w.u32(1).u32(3).u8(I64),
                w -> constant(w, 1)
                        .opcode(Opcode.MEMORY_GROW)
                        .u8(0)
                        .opcode(Opcode.DROP)
                        .opcode(Opcode.END));
        module.function(type, w -> w.u32(1).u32(3).u8(I64), w -> w.opcode(Opcode.END));
        byte[] metered = rewrite(module.build()).bytes();
        CodeReader code = read(metered).code(metered).orElseThrow();

        assertThat(code.nextFunction()).isTrue();
        assertThat(code.locals()).isEqualTo(6);
        assertThat(code.localGroups()).isEqualTo(2);
        skip(code);
        assertThat(code.nextFunction()).isTrue();
        assertThat(code.locals()).isEqualTo(5);
    }

    @Test
    void putsANopBetweenTwoEndsIfABranchLeadsToTheSecond() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.IF)
                        .u8(EMPTY)
                        .opcode(Opcode.BR)
                        .u32(1)
                        .opcode(Opcode.END)))
                .isEqualTo("local.get if " + CHARGE + " br else " + CHARGE + " end nop end");
    }

    @Test
    void chargesWhatLedToTwoArmsAtTheEndOfEach() throws ModuleRefused {
        assertThat(metered(w -> constant(
                                constant(
                                                w.opcode(Opcode.LOCAL_GET)
                                                        .u32(0)
                                                        .opcode(Opcode.IF)
                                                        .u8(EMPTY),
                                                1)
                                        .opcode(Opcode.DROP)
                                        .opcode(Opcode.ELSE),
                                2)
                        .opcode(Opcode.DROP)
                        .opcode(Opcode.END)))
                .isEqualTo("local.get if i32.const drop " + CHARGE + " else i32.const drop " + CHARGE + " end end");
    }

    @Test
    void chargesBeforeABranchThatTakesAnOperandAlong() throws ModuleRefused {
        assertThat(metered(w -> w.opcode(Opcode.BLOCK)
                        .u8(I32)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.LOCAL_GET)
                        .u32(0)
                        .opcode(Opcode.BR_IF)
                        .u32(0)
                        .opcode(Opcode.END)
                        .opcode(Opcode.DROP)))
                .isEqualTo("block local.get local.get " + CHARGE + " br_if end drop " + CHARGE + " end");
    }

    @Test
    void makesAGlobalSectionInItsPlaceIfThereIsNone() throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        module.memory(w -> w.u8(0).u32(1));
        module.function(module.type(new int[] {}), w -> w.opcode(Opcode.END));
        module.exporting("_start", 0, 0).custom("producers", w -> w.u32(0));
        MeteredModule metered = rewrite(module.build());

        assertThat(metered.fuelGlobalIndex()).isZero();
        assertThat(sections(metered))
                .containsExactly(
                        ModuleSection.Id.TYPE,
                        ModuleSection.Id.FUNCTION,
                        ModuleSection.Id.MEMORY,
                        ModuleSection.Id.GLOBAL,
                        ModuleSection.Id.EXPORT,
                        ModuleSection.Id.CODE,
                        ModuleSection.Id.CUSTOM);
    }

    @Test
    void addsTheHiddenGlobalsAfterImportedAndOwnOnes() throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        module.importing("env", "a", 3, w -> w.u8(I32).u8(0));
        module.importing("env", "b", 3, w -> w.u8(I32).u8(0));
        module.global(w -> w.u8(I64).u8(0).opcode(Opcode.I64_CONST).s64(1).opcode(Opcode.END));
        MeteredModule metered = rewrite(module.build());

        assertThat(metered.fuelGlobalIndex()).isEqualTo(3);
        assertThat(metered.definedGlobals()).isEqualTo(1);
        assertThat(read(metered.bytes()).definedGlobals()).isEqualTo(4);
    }

    @Test
    void refusesBytesThatAreNotThoseThatWereRead() throws ModuleRefused {
        byte[] module = new ModuleBuilder().memory(w -> w.u8(0).u32(1)).build();
        ModuleInfo info = read(new ModuleBuilder().build());

        assertThatThrownBy(() -> FuelMetering.rewrite(module, info)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ByteWriter constant(ByteWriter w, long value) {
        return w.opcode(Opcode.I32_CONST).s64(value);
    }

    /** Returns the instructions of a metered function with one i32 parameter, whose last {@code end} is added. */
    private static String metered(Consumer<ByteWriter> body) throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        module.memory(w -> w.u8(0).u32(1));
        module.function(module.type(new int[] {I32}), w -> {
            body.accept(w);
            w.opcode(Opcode.END);
        });
        byte[] metered = rewrite(module.build()).bytes();
        CodeReader code = read(metered).code(metered).orElseThrow();
        List<String> instructions = new ArrayList<>();
        code.nextFunction();
        while (code.nextInstruction()) {
            instructions.add(code.opcode().text());
        }
        return String.join(" ", instructions);
    }

    private static void skip(CodeReader code) throws ModuleRefused {
        while (code.nextInstruction()) {
            assertThat(code.end()).isLessThanOrEqualTo(code.bodyEnd());
        }
    }

    private static List<ModuleSection.Id> sections(MeteredModule metered) throws ModuleRefused {
        return read(metered.bytes()).sections().stream().map(ModuleSection::id).toList();
    }

    private static ModuleInfo read(byte[] module) throws ModuleRefused {
        return WasmModuleReader.read(module, ModuleLimits.DEFAULT);
    }

    private static MeteredModule rewrite(byte[] module) throws ModuleRefused {
        return FuelMetering.rewrite(module, read(module));
    }
}
