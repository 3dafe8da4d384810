package dev.airlock.sandbox.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class StrippedModuleTest {
    private static final byte[] HEADER = {0, 'a', 's', 'm', 1, 0, 0, 0};
    private static final byte[] NO_TYPES = {1, 1, 0};

    @Test
    void losesNamesAndDebuggingInformationAndNothingElse() throws Exception {
        byte[] module = joined(
                HEADER,
                custom("name", "names of functions"),
                NO_TYPES,
                custom("producers", "a toolchain"),
                custom(".debug_line", "lines"),
                custom("target_features", "features"));

        byte[] stripped = StrippedModule.of(module);

        assertThat(stripped)
                .isEqualTo(joined(
                        HEADER, NO_TYPES, custom("producers", "a toolchain"), custom("target_features", "features")));
        assertThat(WasmModuleReader.read(stripped, ModuleLimits.DEFAULT).customSections())
                .containsExactly("producers", "target_features");
        assertThat(StrippedModule.of(stripped)).isEqualTo(stripped);
    }

    @Test
    void leavesBytesThatAreNoModuleAsTheyAre() {
        byte[] cutOff = joined(HEADER, new byte[] {0, 100, 4, 'n', 'a'});

        assertThat(StrippedModule.of(cutOff)).isEqualTo(cutOff);
        assertThat(StrippedModule.of(new byte[] {1, 2})).isEqualTo(new byte[] {1, 2});
    }

    private static byte[] custom(String name, String content) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        byte[] rest = content.getBytes(StandardCharsets.UTF_8);
        return joined(new byte[] {0, (byte) (1 + text.length + rest.length), (byte) text.length}, text, rest);
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
