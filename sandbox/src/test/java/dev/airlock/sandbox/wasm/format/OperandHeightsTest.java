package dev.airlock.sandbox.wasm.format;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.FUNCREF;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The sizes by which frames are counted. */
final class OperandHeightsTest {
    /** Types: 0 {@code () -> ()}, 1 {@code (i32 i32) -> (i32 i32 i32)}. Function 0 has type 0, function 1 type 1. */
    private static FunctionSize size(Consumer<ByteWriter> code) throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder().memory(w -> w.u8(0).u32(1));
        module.type(new int[] {});
        module.type(new int[] {I32, I32}, I32, I32, I32);
        module.table(w -> w.u8(FUNCREF).u8(0).u32(1));
        module.tag(0);
        module.function(0, w -> w.u32(1).u32(2).u8(I64), w -> {
            code.accept(w);
            w.opcode(Opcode.END);
        });
        module.function(1, w -> w.opcode(Opcode.UNREACHABLE).opcode(Opcode.END));
        return WasmModuleReader.read(module.build(), ModuleLimits.DEFAULT).functionSize(0);
    }

    private static ByteWriter consts(ByteWriter w, int count) {
        for (int i = 0; i < count; i++) {
            w.opcode(Opcode.I32_CONST).s64(0);
        }
        return w;
    }

    static Stream<Arguments> codes() {
        return Stream.of(
                row("nothing", 0, 0, w -> {}),
                row("one after the other", 1, 0, w -> {
                    for (int i = 0; i < 9; i++) {
                        consts(w, 1).opcode(Opcode.DROP);
                    }
                }),
                row("all at once", 9, 0, w -> {
                    consts(w, 9);
                    for (int i = 0; i < 9; i++) {
                        w.opcode(Opcode.DROP);
                    }
                }),
                row(
                        "a call that gives more than it takes",
                        3,
                        0,
                        w -> consts(w, 2)
                                .opcode(Opcode.CALL)
                                .u32(1)
                                .opcode(Opcode.DROP)
                                .opcode(Opcode.DROP)
                                .opcode(Opcode.DROP)),
                row(
                        "an indirect call takes its index",
                        5,
                        0,
                        w -> consts(w, 5)
                                .opcode(Opcode.CALL_INDIRECT)
                                .u32(1)
                                .u32(0)
                                .opcode(Opcode.RETURN)),
                row(
                        "a block takes and gives",
                        5,
                        1,
                        w -> consts(w, 3)
                                .opcode(Opcode.BLOCK)
                                .s64(1)
                                .opcode(Opcode.CALL)
                                .u32(1)
                                .opcode(Opcode.END)
                                .opcode(Opcode.I32_CONST)
                                .s64(0)
                                .opcode(Opcode.RETURN)),
                row("both arms start from the same height", 4, 1, w -> {
                    consts(w, 2).opcode(Opcode.IF).u8(I32);
                    consts(w, 3).opcode(Opcode.DROP).opcode(Opcode.DROP).opcode(Opcode.ELSE);
                    consts(w, 1).opcode(Opcode.END).opcode(Opcode.RETURN);
                }),
                row("after a branch a block is empty", 3, 1, w -> {
                    w.opcode(Opcode.BLOCK).u8(EMPTY);
                    consts(w, 3).opcode(Opcode.BR).u32(0);
                    consts(w, 1).opcode(Opcode.DROP).opcode(Opcode.DROP).opcode(Opcode.END);
                }),
                row(
                        "nested blocks",
                        0,
                        3,
                        w -> w.opcode(Opcode.BLOCK)
                                .u8(EMPTY)
                                .opcode(Opcode.LOOP)
                                .u8(EMPTY)
                                .opcode(Opcode.BLOCK)
                                .u8(EMPTY)
                                .opcode(Opcode.END)
                                .opcode(Opcode.END)
                                .opcode(Opcode.END)
                                .opcode(Opcode.BLOCK)
                                .u8(EMPTY)
                                .opcode(Opcode.END)),
                row(
                        "try_table and throw",
                        0,
                        1,
                        w -> w.opcode(Opcode.TRY_TABLE)
                                .u8(EMPTY)
                                .u32(0)
                                .opcode(Opcode.THROW)
                                .u32(0)
                                .opcode(Opcode.END)),
                row(
                        "memory",
                        3,
                        0,
                        w -> consts(w, 3)
                                .opcode(Opcode.MEMORY_FILL)
                                .u8(0)
                                .opcode(Opcode.MEMORY_SIZE)
                                .u8(0)
                                .opcode(Opcode.MEMORY_GROW)
                                .u8(0)
                                .opcode(Opcode.DROP)),
                row(
                        "select, loads and stores",
                        4,
                        0,
                        w -> consts(w, 4)
                                .opcode(Opcode.SELECT)
                                .opcode(Opcode.I32_LOAD)
                                .u32(2)
                                .u32(0)
                                .opcode(Opcode.I32_STORE)
                                .u32(2)
                                .u32(0)),
                row(
                        "arithmetic",
                        2,
                        0,
                        w -> consts(w, 2)
                                .opcode(Opcode.I32_ADD)
                                .opcode(Opcode.I32_EQZ)
                                .opcode(Opcode.I64_EXTEND_I32_U)
                                .opcode(Opcode.LOCAL_TEE)
                                .u32(0)
                                .opcode(Opcode.LOCAL_GET)
                                .u32(1)
                                .opcode(Opcode.I64_LT_S)
                                .opcode(Opcode.DROP)),
                row(
                        "references",
                        3,
                        0,
                        w -> w.opcode(Opcode.REF_FUNC)
                                .u32(0)
                                .opcode(Opcode.REF_IS_NULL)
                                .opcode(Opcode.REF_NULL)
                                .u8(FUNCREF)
                                .opcode(Opcode.TABLE_SET)
                                .u32(0)
                                .opcode(Opcode.I32_CONST)
                                .s64(0)
                                .opcode(Opcode.REF_NULL)
                                .u8(FUNCREF)
                                .opcode(Opcode.TABLE_SIZE)
                                .u32(0)
                                .opcode(Opcode.TABLE_FILL)
                                .u32(0)));
    }

    private static Arguments row(String name, int operands, int blocks, Consumer<ByteWriter> code) {
        return arguments(name, operands, blocks, code);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("codes")
    void countsOperandsAndBlocks(String name, int operands, int blocks, Consumer<ByteWriter> code)
            throws ModuleRefused {
        FunctionSize size = size(code);

        assertThat(size.operands()).isEqualTo(operands);
        assertThat(size.blocks()).isEqualTo(blocks);
        assertThat(size.locals()).isEqualTo(2);
    }

    @Test
    void countsCodeWithItsLastEnd() throws ModuleRefused {
        assertThat(size(w -> consts(w, 1).opcode(Opcode.DROP)).codeBytes()).isEqualTo(4);
    }

    @Test
    void survivesCodeThatTakesWhatIsNotThere() throws ModuleRefused {
        assertThat(size(w -> w.opcode(Opcode.SELECT)
                                .opcode(Opcode.MEMORY_FILL)
                                .u8(0)
                                .opcode(Opcode.CALL)
                                .u32(77)
                                .opcode(Opcode.IF)
                                .s64(1)
                                .opcode(Opcode.ELSE)
                                .opcode(Opcode.END))
                        .operands())
                .isEqualTo(3);
    }
}
