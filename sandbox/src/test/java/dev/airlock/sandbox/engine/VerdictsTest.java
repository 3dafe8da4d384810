package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Damaged modules are valid or not as {@code wasmparser}, a third validator, says. Features and limits that only
 * Airlock has are left out.
 *
 * <p>{@code -Dairlock.verdicts=DIR} takes other modules, with the {@code verdicts.tsv} that {@code benchmarks/oracle}
 * wrote for them.
 */
final class VerdictsTest {
    private static final Path DAMAGED = Optional.ofNullable(System.getProperty("airlock.verdicts"))
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("airlock.root"), "testdata", "engine", "damaged"));

    @Test
    void areThoseOfAThirdValidator() throws IOException {
        List<String> differing = new ArrayList<>();
        for (String line : Files.readAllLines(DAMAGED.resolve("verdicts.tsv"))) {
            String[] columns = line.split("\t", 2);
            Optional<Boolean> verdict = verdict(Files.readAllBytes(DAMAGED.resolve(columns[0])));
            if (verdict.isPresent() && verdict.get() != columns[1].equals("valid")) {
                differing.add(line);
            }
        }

        assertThat(differing).isEmpty();
    }

    /** Empty if the module is refused for a feature or limit, and not for an error. */
    private static Optional<Boolean> verdict(byte[] bytes) {
        try {
            ModuleInfo info = WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
            Engine.of(why -> {}).validate(bytes, info, LoadBudget.endless());
            return Optional.of(true);
        } catch (InvalidModuleException e) {
            return Optional.of(false);
        } catch (ModuleRefused e) {
            return e.reason() instanceof ModuleRefused.Malformed ? Optional.of(false) : Optional.empty();
        }
    }
}
