package dev.airlock.sandbox.metering;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;

/**
 * For any bytes, the reader refuses them in words or reads them, and what it read can be written back byte for byte and
 * metered.
 *
 * <p>Replays the files beside it under {@code src/test/resources}; CONTRIBUTING.md says how to look for new ones.
 */
final class ModuleReaderFuzzTest {
    @FuzzTest(maxDuration = "5m")
    void readsWritesAndMetersWhateverTheBytes(byte[] module) {
        try {
            ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT, Feature.decoded());
            info.functionNames().of(0);
            assertThat(FuelMetering.rewriteWithoutCharges(module, info).bytes()).isEqualTo(module);
            FuelMetering.rewrite(module, info);
        } catch (ModuleRefused refused) {
            assertThat(refused.reason().offset()).isBetween(0L, (long) module.length);
            assertThat(refused.reason().sentence()).endsWith(".");
        }
    }
}
