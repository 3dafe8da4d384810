package dev.airlock.benchmarks.peers.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModuleCopyTest {
    private static final Path ROOT = Path.of(System.getProperty("airlock.root", ".."));

    @Test
    void isAnotherModuleThatDoesTheSame() throws Exception {
        byte[] module = Files.readAllBytes(ROOT.resolve("benchmarks/programs/fib.wasm"));

        byte[] one = ModuleCopy.of(module, 1);

        assertThat(one).startsWith(module).isNotEqualTo(ModuleCopy.of(module, 2));
        assertThat(WasmModuleReader.read(one, ModuleLimits.DEFAULT).exports())
                .isEqualTo(WasmModuleReader.read(module, ModuleLimits.DEFAULT).exports());
    }
}
