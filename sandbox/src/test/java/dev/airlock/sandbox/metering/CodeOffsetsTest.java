package dev.airlock.sandbox.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodeOffsetsTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "testdata/cli/divides",
                "testdata/cli/errands",
                "sample-connectors/payment-rail-c",
                "sample-connectors/lookup-assemblyscript"
            })
    void leadFromEachMeteredInstructionThatCanTrapToTheOneThatItIs(String connector) throws Exception {
        byte[] original = bytes(connector);
        ModuleInfo info = WasmModuleReader.read(original, ModuleLimits.DEFAULT);
        byte[] metered = FuelMetering.rewrite(original, info).bytes();
        CodeReader code = WasmModuleReader.read(metered, ModuleLimits.DEFAULT)
                .code(metered)
                .orElseThrow();
        int compared = 0;
        while (code.nextFunction()) {
            compared += compare(original, info, metered, code);
        }
        assertThat(compared).isPositive();
    }

    private static int compare(byte[] original, ModuleInfo info, byte[] metered, CodeReader code) throws ModuleRefused {
        CodeOffsets offsets = CodeOffsets.of(original, info, code.function());
        int compared = 0;
        int first = -1;
        while (code.nextInstruction()) {
            first = first < 0 ? code.start() : first;
            if (canTrap(code.opcode())) {
                int from = offsets.original(code.start() - first).orElseThrow();
                for (int i = 0; i < code.end() - code.start(); i++) {
                    assertThat(original[from + i]).isEqualTo(metered[code.start() + i]);
                }
                compared++;
            }
        }
        return compared;
    }

    private static boolean canTrap(Opcode opcode) {
        String name = opcode.name();
        return name.contains("LOAD") || name.contains("STORE") || name.contains("DIV_") || name.contains("REM_");
    }

    private static byte[] bytes(String connector) throws IOException {
        return Files.readAllBytes(ROOT.resolve(connector).resolve("connector.wasm"));
    }
}
