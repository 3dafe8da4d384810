package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.compile.GuestCompiler;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated modules behave as in V8, on both tiers, with and without the class pass, and for the same fuel. A module
 * that V8 finds invalid is refused, and no termination is a fault of the host.
 *
 * <p>{@code -Dairlock.oracle=DIR} takes other modules, with the {@code v8.tsv} that {@code benchmarks/oracle/v8.mjs}
 * wrote for them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ForeignOracleTest {
    private static final Path CORPUS = Optional.ofNullable(System.getProperty("airlock.oracle"))
            .map(Path::of)
            .orElseGet(() -> Path.of(System.getProperty("airlock.root"), "testdata", "engine", "corpus"));

    /** V8's result for one module, by event. */
    private record Expected(String module, Map<String, String> events) {
        boolean isValid() {
            return "true".equals(events.get("valid"));
        }

        @Override
        public String toString() {
            return module;
        }
    }

    static Stream<Expected> modules() throws IOException {
        Map<String, Expected> modules = new LinkedHashMap<>();
        for (String line : Files.readAllLines(CORPUS.resolve("v8.tsv"))) {
            if (!line.startsWith("#")) {
                String[] columns = line.split("\t", 3);
                modules.computeIfAbsent(columns[0], name -> new Expected(name, new LinkedHashMap<>()))
                        .events
                        .put(columns[1], columns[2]);
            }
        }
        return modules.values().stream();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void doesAsV8Does(Expected expected) throws Exception {
        byte[] bytes = Files.readAllBytes(CORPUS.resolve(expected.module));
        if (!expected.isValid()) {
            assertThatThrownBy(() -> read(bytes)).isInstanceOfAny(ModuleRefused.class, InvalidModuleException.class);
            return;
        }
        ModuleInfo info = read(bytes);
        runsAsV8Does(expected, info, FuelMetering.rewrite(bytes, info));
    }

    private static void runsAsV8Does(Expected expected, ModuleInfo info, MeteredModule module) throws Exception {
        List<ForeignOracle.Event> interpreted = ForeignOracle.events(Instances.program(module, Tier.INTERPRETED), info);
        List<ForeignOracle.Event> compiled = ForeignOracle.events(Instances.program(module, Tier.COMPILED), info);

        List<ForeignOracle.Event> withoutPass =
                ForeignOracle.events(Instances.program(module, Tier.COMPILED, ClassPass.OFF), info);

        assertThat(compiled).as(expected.module).isEqualTo(interpreted);
        assertThat(withoutPass).as("%s without the pass", expected.module).isEqualTo(interpreted);
        for (ForeignOracle.Event event : interpreted) {
            String v8 = expected.events.getOrDefault(event.name(), "nothing");
            if (!event.isConclusive() || !new ForeignOracle.Event("", v8, 0).isConclusive()) {
                return;
            }
            assertThat(normal(event.what()))
                    .as("%s, %s", expected.module, event.name())
                    .isEqualTo(normal(v8));
        }
        assertThat(interpreted).hasSize(expected.events.size() - 1);
        isInterpretedOnlyWhereListed(module);
    }

    private static void isInterpretedOnlyWhereListed(MeteredModule module) throws Exception {
        GuestCompiler compiler = new GuestCompiler(
                ModuleParser.parse(module.bytes(), LoadBudget.endless()), module, ClassPass.ON, LoadBudget.endless());
        assertThat(compiler.compile().interpreted()).isEqualTo(compiler.listed());
    }

    /** V8 has one word for two traps of conversions. */
    private static String normal(String what) {
        return what.replace("trap integer_overflow", "trap conversion");
    }

    private static ModuleInfo read(byte[] bytes) throws ModuleRefused, InvalidModuleException {
        ModuleInfo info = WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
        Engine.of(why -> {}).validate(bytes, info, LoadBudget.endless());
        return info;
    }
}
