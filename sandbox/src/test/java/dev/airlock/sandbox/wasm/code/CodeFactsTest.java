package dev.airlock.sandbox.wasm.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleRefused.LimitExceeded;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A module that is read with facts found earlier reports the same as it did then. */
final class CodeFactsTest {
    private static final Path SAMPLES = Path.of(System.getProperty("airlock.root"), "sample-connectors");

    @ParameterizedTest
    @ValueSource(strings = {"issue-tracker-go", "chat-post-rust", "lookup-assemblyscript", "payment-rail-c"})
    void saysTheSameOfASample(String sample) throws Exception {
        byte[] module = Files.readAllBytes(SAMPLES.resolve(sample).resolve("connector.wasm"));
        ModuleInfo read = WasmModuleReader.read(module, ModuleLimits.DEFAULT);

        ModuleInfo again =
                WasmModuleReader.read(module, ModuleLimits.DEFAULT, LoadBudget.endless(), kept(read.codeFacts()));

        assertThat(again.dataBytes()).isEqualTo(read.dataBytes()).isPositive();
        assertThat(again.dataSegments()).isEqualTo(read.dataSegments());
        assertThat(again.elements()).isEqualTo(read.elements());
        assertThat(again.instructions()).isEqualTo(read.instructions());
        assertThat(again.labelMillis()).isEqualTo(read.labelMillis());
        assertThat(again.locals()).isEqualTo(read.locals());
        assertThat(again.features()).isEqualTo(read.features());
        assertThat(again.sections()).isEqualTo(read.sections());
        assertThat(again.exports()).isEqualTo(read.exports());
        assertThat(again.customSections()).isEqualTo(read.customSections());
    }

    @Test
    void stillHoldsTheModuleAgainstItsLimits() throws Exception {
        byte[] module = Files.readAllBytes(SAMPLES.resolve("issue-tracker-go/connector.wasm"));
        CodeFacts facts = WasmModuleReader.read(module, ModuleLimits.DEFAULT).codeFacts();
        ModuleLimits few = new ModuleLimits(64L << 20, 50_000, 50_000, 10_000, 100);

        LimitExceeded refused = (LimitExceeded) catchThrowableOfType(
                        ModuleRefused.class, () -> WasmModuleReader.read(module, few, LoadBudget.endless(), facts))
                .reason();

        assertThat(refused.configured()).isEqualTo(100);
        assertThat(refused.used()).isGreaterThan(100);
    }

    private static CodeFacts kept(CodeFacts facts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        facts.write(new DataOutputStream(bytes));
        return CodeFacts.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }
}
