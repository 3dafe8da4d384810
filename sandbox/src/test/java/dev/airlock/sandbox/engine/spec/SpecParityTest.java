package dev.airlock.sandbox.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.wasm.ChicoryException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The official core test suite passes with the rewrite exactly as it passes without, wherever the engine needs no
 * repair.
 *
 * <p>With {@code -Dwasm.spec=DIR} the scripts are those in DIR, the suite as {@code wast2json} converts it. Without the
 * property they are the project's own in {@code testdata/spec-sample}. The report is printed and kept in
 * {@code target/spec-parity.txt}.
 */
@Tag("spec")
final class SpecParityTest {
    private static final SpecReport REPORT = new SpecReport();
    private static final Set<String> REPAIRED = Set.of("assert_invalid", "assert_malformed", "assert_return");

    static List<SpecScript> scripts() {
        String suite = System.getProperty("wasm.spec");
        if (suite == null) {
            REPORT.source("testdata/spec-sample, the project's own sample (no -Dwasm.spec)");
            return SpecScript.under(Path.of(System.getProperty("airlock.root"), "testdata", "spec-sample"));
        }
        List<SpecScript> all = SpecScript.under(Path.of(suite));
        assertThat(all).as("scripts under -Dwasm.spec").isNotEmpty();
        REPORT.source("the suite in -Dwasm.spec");
        return all;
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void passesMeteredExactlyAsItPassesUnmetered(SpecScript script) {
        List<SpecRun.Result> plain = SpecRun.of(script, SpecMode.PLAIN);
        List<SpecRun.Result> interpreted = SpecRun.of(script, SpecMode.METERED_INTERPRETED);
        List<SpecRun.Result> compiled = SpecRun.of(script, SpecMode.METERED_COMPILED);
        List<SpecRun.Result> withoutPass = SpecRun.of(script, SpecMode.METERED_WITHOUT_PASS);
        REPORT.add(script, plain, interpreted, compiled, withoutPass);

        assertThat(outcomes(script, interpreted)).isEqualTo(outcomes(script, orRepaired(script, plain, interpreted)));
        assertThat(outcomes(script, compiled)).isEqualTo(outcomes(script, orRepaired(script, plain, compiled)));
        assertThat(outcomes(script, withoutPass)).isEqualTo(outcomes(script, compiled));
        assertThat(fuel(script, compiled)).isEqualTo(fuel(script, interpreted));
        assertThat(fuel(script, withoutPass)).isEqualTo(fuel(script, interpreted));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void readsEveryModuleThatTheEngineAcceptsUnlessAFeatureIsRefusedByName(SpecScript script) {
        for (JsonNode command : script.commands()) {
            if (SpecScript.hasBinary(command)) {
                readIfAccepted(script, command);
            }
        }
    }

    private static void readIfAccepted(SpecScript script, JsonNode command) {
        byte[] module = script.module(command);
        boolean accepted = isAcceptedByTheEngine(module);
        try {
            TestEngine.read(module);
            REPORT.read(accepted);
        } catch (ModuleRefused refused) {
            REPORT.refused(command, accepted, refused.reason());
            boolean byName = refused.reason() instanceof ModuleRefused.FeatureNotAdmitted;
            boolean mustBeValid = command.get("type").asText().equals("module");
            assertThat(mustBeValid && accepted && !byName)
                    .as("%s %s: %s", script, command, refused.getMessage())
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void rewritesEveryModuleThatTheEngineAcceptsToOneThatItAccepts(SpecScript script) {
        for (JsonNode command : script.commands()) {
            if (SpecScript.hasBinary(command) && isAcceptedByTheEngine(script.module(command))) {
                rewriteIfDecoded(script.module(command));
            }
        }
    }

    /** Vector instructions, which neither engine runs, are validated all the same. */
    private static void rewriteIfDecoded(byte[] module) {
        try {
            ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT, Feature.decoded());
            TestEngine.parse(FuelMetering.rewrite(module, info).bytes());
            REPORT.rewritten();
        } catch (ModuleRefused refused) {
            REPORT.notDecoded(refused.reason());
        }
    }

    private static boolean isAcceptedByTheEngine(byte[] module) {
        try {
            TestEngine.parse(module);
            return true;
        } catch (ChicoryException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return false;
        }
    }

    /**
     * The unmetered results, with two exceptions where the engine fails: Airlock's reader may refuse a module that the
     * suite calls invalid or malformed, and Airlock may return what the suite expects.
     */
    private static List<SpecRun.Result> orRepaired(
            SpecScript script, List<SpecRun.Result> plain, List<SpecRun.Result> metered) {
        List<SpecRun.Result> expected = new ArrayList<>(plain);
        for (int i = 0; i < plain.size(); i++) {
            String type = script.commands().get(i).get("type").asText();
            boolean mayBeRepaired = REPAIRED.contains(type);
            boolean isRepaired = plain.get(i).outcome() == SpecRun.Outcome.FAILED
                    && metered.get(i).outcome() == SpecRun.Outcome.PASSED;
            if (mayBeRepaired && isRepaired) {
                expected.set(i, metered.get(i));
            }
        }
        return expected;
    }

    /** Returns one line for each command, so that a difference shows where it is. */
    private static List<String> outcomes(SpecScript script, List<SpecRun.Result> results) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            lines.add(describe(script.commands().get(i)) + ": " + results.get(i).outcome());
        }
        return lines;
    }

    /** Returns the charge of each command, including those that run until the stack is exhausted. */
    private static List<String> fuel(SpecScript script, List<SpecRun.Result> results) {
        List<String> lines = new ArrayList<>();
        long before = 0;
        for (int i = 0; i < results.size(); i++) {
            JsonNode command = script.commands().get(i);
            long after = results.get(i).fuel();
            lines.add(describe(command) + ": " + (after - before));
            before = after;
        }
        return lines;
    }

    private static String describe(JsonNode command) {
        return "line " + command.get("line").asText() + " "
                + command.get("type").asText();
    }

    @AfterAll
    static void report() {
        REPORT.write(Path.of("target", "spec-parity.txt"));
    }
}
