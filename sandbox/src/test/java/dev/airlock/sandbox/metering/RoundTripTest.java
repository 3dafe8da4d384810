package dev.airlock.sandbox.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Covers every module in the project, and those in {@code -Dwasm.spec} if that is given. */
final class RoundTripTest {

    @Test
    void givesTheSameBytesWhenNothingIsInserted() throws IOException {
        int modules = 0;
        for (Path file : modules()) {
            byte[] module = Files.readAllBytes(file);
            ModuleInfo info = readOrNothing(module);
            if (info != null) {
                modules++;
                assertThat(FuelMetering.rewriteWithoutCharges(module, info).bytes())
                        .as("%s", file)
                        .isEqualTo(module);
            }
        }
        assertThat(modules).isPositive();
    }

    /**
     * Modules that the engine would run wrongly; the rewrite gives their blocks other types, and they are compared with
     * V8 instead.
     */
    private static boolean isRepaired(Path file) {
        return file.resolveSibling("").normalize().endsWith("testdata/engine");
    }

    @Test
    void copiesEverySectionButGlobalsCodeAndAnEmptyMemoryAsItIs() throws IOException, ModuleRefused {
        for (Path file : modules()) {
            byte[] module = Files.readAllBytes(file);
            ModuleInfo info = readOrNothing(module);
            if (info != null && !isRepaired(file)) {
                byte[] metered = FuelMetering.rewrite(module, info).bytes();
                ModuleInfo rewritten = WasmModuleReader.read(metered, ModuleLimits.DEFAULT, Feature.decoded());

                boolean addsMemory = info.memories().isEmpty();
                assertThat(untouched(metered, rewritten, addsMemory))
                        .as("%s", file)
                        .isEqualTo(untouched(module, info, addsMemory));
                assertThat(rewritten.memories())
                        .hasSize(Math.max(1, info.memories().size()));
                assertThat(rewritten.definedGlobals()).isEqualTo(info.definedGlobals() + 3);
                assertThat(rewritten.definedFunctions()).isEqualTo(info.definedFunctions());
            }
        }
    }

    private static List<String> untouched(byte[] module, ModuleInfo info, boolean addsMemory) {
        return info.sections().stream()
                .filter(section -> section.id() != ModuleSection.Id.CODE && section.id() != ModuleSection.Id.GLOBAL)
                .filter(section -> !(addsMemory && section.id() == ModuleSection.Id.MEMORY))
                .map(section -> Arrays.toString(Arrays.copyOfRange(module, section.start(), section.end())))
                .toList();
    }

    private static @Nullable ModuleInfo readOrNothing(byte[] module) {
        try {
            return WasmModuleReader.read(module, ModuleLimits.DEFAULT, Feature.decoded());
        } catch (ModuleRefused refused) {
            return null;
        }
    }

    private static List<Path> modules() throws IOException {
        Path root = Path.of(System.getProperty("airlock.root"));
        Stream<Path> folders = Stream.of(root.resolve("testdata"), root.resolve("sample-connectors"));
        String suite = System.getProperty("wasm.spec");
        List<Path> all = Stream.concat(folders, Stream.ofNullable(suite).map(Path::of))
                .flatMap(RoundTripTest::wasmFiles)
                .toList();
        return all;
    }

    private static Stream<Path> wasmFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".wasm")).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
