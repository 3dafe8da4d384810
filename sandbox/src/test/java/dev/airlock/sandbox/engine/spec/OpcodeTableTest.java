package dev.airlock.sandbox.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.wasm.types.OpCode;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the table of instructions with the engine's: the engine runs no instruction unmetered. */
final class OpcodeTableTest {
    private static final Map<Integer, Opcode> OURS =
            Arrays.stream(Opcode.values()).collect(Collectors.toMap(Opcode::code, Function.identity()));

    @ParameterizedTest
    @EnumSource(OpCode.class)
    void knowsEveryInstructionThatTheEngineKnowsOrRefusesItByName(OpCode engines) {
        Opcode ours = OURS.get(engines.opcode());
        if (ours != null) {
            assertThat(letters(ours.text())).isEqualTo(letters(engines.name()));
        } else {
            assertThat(refusal(engines.opcode())).isInstanceOf(ModuleRefused.FeatureNotAdmitted.class);
        }
    }

    @Test
    void listsNoInstructionThatTheEngineDoesNotKnow() {
        Map<Integer, OpCode> engines =
                Arrays.stream(OpCode.values()).collect(Collectors.toMap(OpCode::opcode, Function.identity()));

        assertThat(engines.keySet()).containsAll(OURS.keySet());
    }

    /** The engine's names differ in punctuation, and one of them in more. */
    private static String letters(String name) {
        return name.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]", "")
                .replace("demotelowf64x2zero", "demotef64x2zero");
    }

    private static ModuleRefused.Reason refusal(int code) {
        ModuleBuilder module = new ModuleBuilder();
        module.function(module.type(new int[] {}), w -> opcode(w, code).opcode(Opcode.END));
        try {
            TestEngine.read(module.build());
            throw new AssertionError("admitted: " + Integer.toHexString(code));
        } catch (ModuleRefused refused) {
            return refused.reason();
        }
    }

    private static ByteWriter opcode(ByteWriter w, int code) {
        return code > 0xFF ? w.u8(code >> 8).u32(code & 0xFF) : w.u8(code);
    }
}
