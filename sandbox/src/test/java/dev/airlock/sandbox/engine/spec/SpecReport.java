package dev.airlock.sandbox.engine.spec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The figures of a run of the suite. */
final class SpecReport {
    private final Map<String, Integer> commands = new TreeMap<>();
    private final Map<String, Integer> modules = new TreeMap<>();
    private final Map<String, Integer> features = new TreeMap<>();
    private final Map<String, String> failures = new TreeMap<>();
    private String source = "";
    private int scripts;
    private long fuel;

    void source(String text) {
        source = text;
    }

    void add(
            SpecScript script,
            List<SpecRun.Result> plain,
            List<SpecRun.Result> interpreted,
            List<SpecRun.Result> compiled,
            List<SpecRun.Result> withoutPass) {
        scripts++;
        fuel += compiled.isEmpty() ? 0 : compiled.get(compiled.size() - 1).fuel();
        count("1 unmetered, interpreted", script, plain);
        count("2 metered, interpreted", script, interpreted);
        count("3 metered, compiled", script, compiled);
        count("4 metered, compiled without the class pass", script, withoutPass);
    }

    private void count(String mode, SpecScript script, List<SpecRun.Result> results) {
        for (int i = 0; i < results.size(); i++) {
            SpecRun.Result result = results.get(i);
            commands.merge(mode + ": " + result.outcome().name().toLowerCase(Locale.ROOT), 1, Integer::sum);
            if (result.outcome() == SpecRun.Outcome.FAILED) {
                JsonNode command = script.commands().get(i);
                failures.merge(
                        script + " line " + command.get("line").asText() + " "
                                + command.get("type").asText(),
                        mode.substring(0, 1),
                        (before, more) -> before + more);
            }
        }
    }

    void read(boolean acceptedByEngine) {
        modules.merge(
                acceptedByEngine ? "read, accepted by the engine" : "read, refused by the engine", 1, Integer::sum);
    }

    void rewritten() {
        modules.merge("rewritten, accepted by the engine again", 1, Integer::sum);
    }

    void notDecoded(ModuleRefused.Reason reason) {
        String why = reason instanceof ModuleRefused.FeatureNotAdmitted feature
                ? feature.feature().proposal()
                : "malformed";
        modules.merge("not rewritten though accepted by the engine, " + why, 1, Integer::sum);
    }

    void refused(JsonNode command, boolean acceptedByEngine, ModuleRefused.Reason reason) {
        String engine = acceptedByEngine ? "accepted by the engine" : "refused by the engine";
        modules.merge("refused, " + engine + ", " + command.get("type").asText(), 1, Integer::sum);
        if (reason instanceof ModuleRefused.FeatureNotAdmitted feature) {
            features.merge(feature.feature().proposal() + ", " + engine, 1, Integer::sum);
        }
    }

    void write(Path file) {
        StringBuilder text = new StringBuilder("Spec parity: " + source + ", " + scripts + " scripts\n");
        text.append("Fuel charged, compiled: ").append(fuel).append('\n');
        append(text, "Commands", commands);
        append(text, "Modules in the binary format", modules);
        append(text, "Refused by the name of a feature", features);
        append(text, "Commands that fail, and in which of the four ways", failures);
        System.out.print(text);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void append(StringBuilder text, String title, Map<String, ?> lines) {
        text.append(title).append('\n');
        lines.forEach((name, value) ->
                text.append("  ").append(name).append(": ").append(value).append('\n'));
    }
}
