package dev.airlock.sandbox.wasm.debug;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.code.CodeReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SourceLinesTest {
    private static final Path MODULE =
            Path.of(System.getProperty("airlock.root")).resolve("testdata/cli/divides/connector.wasm");

    @Test
    void findsTheLineOfEachInstruction() throws Exception {
        byte[] bytes = Files.readAllBytes(MODULE);
        ModuleInfo info = WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
        SourceLines lines = SourceLines.of(bytes, info);
        CodeReader code = info.code(bytes).orElseThrow();
        List<Long> divisions = new ArrayList<>();
        while (code.nextFunction()) {
            while (code.nextInstruction()) {
                if (code.opcode() == Opcode.I32_DIV_S) {
                    SourceLine line = lines.at(code.start()).orElseThrow();
                    assertThat(line.file()).isEqualTo("connector.c");
                    divisions.add(line.line());
                }
            }
        }
        assertThat(divisions).containsExactly(5L);
    }

    @Test
    void findsNothingWhereThereIsNoTable() throws Exception {
        byte[] bytes = Files.readAllBytes(MODULE.resolveSibling("../echo/connector.wasm"));
        assertThat(SourceLines.of(bytes, WasmModuleReader.read(bytes, ModuleLimits.DEFAULT))
                        .at(40))
                .isEmpty();
    }

    @Test
    void takesAnyTableWithoutFailingOrWaiting() throws Exception {
        byte[] whole = Files.readAllBytes(MODULE);
        int table = indexOf(whole, ".debug_line");
        SplittableRandom random = new SplittableRandom(41);
        for (int round = 0; round < 3_000; round++) {
            byte[] bad = whole.clone();
            for (int change = random.nextInt(6); change >= 0; change--) {
                bad[table + 11 + random.nextInt(150)] = (byte) random.nextInt(256);
            }
            SourceLines lines = SourceLines.of(bad, WasmModuleReader.read(bad, ModuleLimits.DEFAULT));
            for (int offset = 0; offset < 400; offset += 7) {
                assertThat(lines.at(offset)).isNotNull();
            }
        }
    }

    private static int indexOf(byte[] bytes, String name) throws IOException {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(name);
    }
}
