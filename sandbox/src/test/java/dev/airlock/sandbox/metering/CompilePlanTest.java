package dev.airlock.sandbox.metering;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class CompilePlanTest {
    private static final int CATCH_ALL = 2;

    @Test
    void interpretsAFunctionWhoseAttemptsAreNestedDeep() throws ModuleRefused {
        assertThat(interpreted(w -> nested(w, 30))).isEmpty();
        assertThat(interpreted(w -> nested(w, 300))).containsExactly(0);
    }

    @Test
    void compilesAFunctionWithManyAttemptsOneAfterTheOther() throws ModuleRefused {
        assertThat(interpreted(w -> {
                    for (int i = 0; i < 1_000; i++) {
                        nested(w, 1);
                    }
                }))
                .isEmpty();
    }

    @Test
    void interpretsAFunctionWithMoreAttemptsThanAMethodHolds() throws ModuleRefused {
        assertThat(interpreted(w -> {
                    for (int i = 0; i < 4_001; i++) {
                        nested(w, 1);
                    }
                }))
                .containsExactly(0);
    }

    @Test
    void interpretsAFunctionWhoseHandlerLeadsAwayFromOperands() throws ModuleRefused {
        assertThat(interpreted(w -> {
                    w.opcode(Opcode.BLOCK).u8(EMPTY).opcode(Opcode.I32_CONST).s64(7);
                    attempt(w);
                    w.opcode(Opcode.END).opcode(Opcode.DROP).opcode(Opcode.END);
                }))
                .containsExactly(0);
    }

    private static void nested(ByteWriter w, int depth) {
        for (int i = 0; i < depth; i++) {
            w.opcode(Opcode.BLOCK).u8(EMPTY);
            attempt(w);
        }
        w.opcode(Opcode.CALL).u32(0);
        for (int i = 0; i < 2 * depth; i++) {
            w.opcode(Opcode.END);
        }
    }

    private static void attempt(ByteWriter w) {
        w.opcode(Opcode.TRY_TABLE).u8(EMPTY).u32(1).u8(CATCH_ALL).u32(0);
    }

    private static List<Integer> interpreted(Consumer<ByteWriter> body) throws ModuleRefused {
        ModuleBuilder module = new ModuleBuilder();
        module.function(module.type(new int[] {}), w -> {
            body.accept(w);
            w.opcode(Opcode.END);
        });
        return CompilePlan.of(WasmModuleReader.read(module.build(), ModuleLimits.DEFAULT))
                .interpreted();
    }
}
