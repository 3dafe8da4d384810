package dev.airlock.conformance.scenarios;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.scenarios.expectation.Expectation;
import dev.airlock.conformance.scenarios.expectation.ExpectationReader;
import dev.airlock.conformance.scenarios.expectation.JsonValues;
import dev.airlock.conformance.scenarios.expectation.RecordedExpectation;
import dev.airlock.conformance.scenarios.expectation.ScenarioBudget;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.manifests.LimitTable;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.BadRecordingException;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.ScriptedExchange;
import dev.airlock.upstreams.script.UpstreamScript;
import dev.airlock.upstreams.toml.ScriptProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Reads a scenario file and collects every problem. */
public final class ScenarioReader {
    /** The default seed of a scenario's random numbers. */
    public static final long SEED = 1;
    /** The default time in a scenario. */
    public static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    /** The largest file that is read, in bytes. */
    public static final int MOST_BYTES = 16 << 20;

    private static final List<String> OWN = List.of(
            "description",
            "op",
            "args",
            "key",
            "attempt",
            "seed",
            "time",
            "upstream",
            "recording",
            "limits",
            "settings",
            "state",
            "expect",
            "budget",
            "then");
    private static final List<String> SCRIPTS = List.of("bindings", "exchange");
    private static final List<String> BESIDE_NO_RECORDING =
            List.of("seed", "time", "upstream", "state", "bindings", "exchange", "then");

    private final Path file;
    private final String shown;
    private final List<String> scriptProblems = new ArrayList<>();
    private Map<String, JsonNode> recordedSettings = Map.of();

    private ScenarioReader(Path file, String shown) {
        this.file = file;
        this.shown = shown;
    }

    /**
     * Reads a file.
     *
     * @param shown its name in problems
     */
    public static ScenarioReading read(Path file, String shown) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            SourceText source = SourceText.decode(bytes);
            if (bytes.length > MOST_BYTES) {
                return invalid(shown + ": the file is larger than 16 MiB; split the scenario");
            }
            return source.broken().isPresent()
                    ? invalid(shown + ": the text is not UTF-8; save the file as UTF-8")
                    : parse(file, shown, source.text());
        } catch (IOException e) {
            return invalid(shown + ": the file cannot be read; check that you may read it");
        }
    }

    /**
     * Reads the text of a file.
     *
     * @param shown its name in problems
     */
    public static ScenarioReading parse(Path file, String shown, String text) {
        return new ScenarioReader(file, shown).parse(text);
    }

    private ScenarioReading parse(String text) {
        TomlFile toml = TomlFile.parse(shown, text);
        if (!toml.problems().sorted().isEmpty()) {
            return new ScenarioReading.Invalid(lines(toml));
        }
        Section root = toml.root();
        List<String> known = new ArrayList<>(OWN);
        known.addAll(SCRIPTS);
        root.allow(known);
        Optional<Recording> recording = root.line("recording").flatMap(path -> recording(root, path));
        if (!root.has("recording")) {
            root.require("op", "op = \"an_operation\"");
        }
        Scenario scenario = new Scenario(
                name(),
                file,
                text,
                asked(root, recording.map(Recording::asked), "scenario-" + name()),
                surroundings(root, text, recording),
                root.section("expect")
                        .map(ExpectationReader::read)
                        .or(() -> recording.map(RecordedExpectation::of))
                        .orElse(Expectation.NONE),
                root.section("budget").map(ScenarioReader::budget).orElse(ScenarioBudget.NONE),
                then(root));
        List<String> problems = lines(toml);
        problems.addAll(scriptProblems);
        return problems.isEmpty() ? new ScenarioReading.Valid(scenario) : new ScenarioReading.Invalid(problems);
    }

    private static ScenarioReading invalid(String problem) {
        return new ScenarioReading.Invalid(List.of(problem));
    }

    private static List<String> lines(TomlFile toml) {
        return new ArrayList<>(
                toml.problems().sorted().stream().map(Problem::toString).toList());
    }

    private String name() {
        String last = String.valueOf(file.getFileName());
        return last.endsWith(ScenarioSuite.ENDING)
                ? last.substring(0, last.length() - ScenarioSuite.ENDING.length())
                : last;
    }

    private List<Scenario.Then> then(Section root) {
        List<Scenario.Then> calls = new ArrayList<>();
        for (Section table : root.sections("then")) {
            table.allow(List.of("op", "args", "key", "attempt", "expect"));
            table.require("op", "op = \"an_operation\"");
            String key = "scenario-" + name() + "-" + (calls.size() + 2);
            calls.add(new Scenario.Then(
                    asked(table, Optional.empty(), key),
                    table.section("expect").map(ExpectationReader::read).orElse(Expectation.NONE)));
        }
        return calls;
    }

    /** Returns the call as given in the file, or else as recorded. */
    private static Scenario.Asked asked(Section root, Optional<Recording.Asked> recorded, String key) {
        return new Scenario.Asked(
                root.line("op").or(() -> recorded.map(Recording.Asked::op)).orElse(""),
                root.has("args")
                        ? args(root)
                        : recorded.map(Recording.Asked::args).orElseGet(() -> args(root)),
                root.line("key")
                        .or(() -> recorded.map(Recording.Asked::idempotencyKey))
                        .orElse(key),
                root.has("attempt")
                        ? (int) attempt(root)
                        : recorded.map(Recording.Asked::attempt).orElse(1));
    }

    /** Returns the last attempt of a recording that can replace the outside world. */
    private Optional<Recording> recording(Section root, String path) {
        for (String key : BESIDE_NO_RECORDING) {
            if (root.has(key)) {
                root.problem(
                        key, key + " is set together with recording", "leave it out; the recording answers instead");
            }
        }
        for (String key : List.of("requests", "state")) {
            if (root.section("expect").filter(expect -> expect.has(key)).isPresent()) {
                root.problem(
                        "expect",
                        key + " is set together with recording",
                        "leave it out; " + key + " must be as recorded");
            }
        }
        try {
            RecordingFile recorded = RecordedCalls.read(file.resolveSibling(path));
            recordedSettings = recorded.origin().settings();
            return Optional.of(RecordedCalls.lastOf(recorded));
        } catch (InvalidPathException | IOException e) {
            root.problem(
                    "recording",
                    "the recording cannot be read",
                    "name a file that --record-to wrote, relative to this file");
        } catch (BadRecordingException e) {
            root.problem("recording", "the recording " + e.getMessage(), "record the call again");
        }
        return Optional.empty();
    }

    private static ObjectNode args(Section root) {
        return JsonValues.read(root, "args")
                .filter(value -> {
                    if (!value.isObject()) {
                        root.problem("args", "args is not an object", "write a table, or an object as JSON in a text");
                    }
                    return value.isObject();
                })
                .map(ObjectNode.class::cast)
                .orElseGet(JsonNodeFactory.instance::objectNode);
    }

    private static long attempt(Section root) {
        long attempt = JsonValues.whole(root, "attempt").orElse(1);
        if (attempt < 1 || attempt > 1000) {
            root.problem("attempt", "attempt is " + attempt, "write a number from 1 to 1000");
            return 1;
        }
        return attempt;
    }

    private Scenario.Surroundings surroundings(Section root, String text, Optional<Recording> recording) {
        Map<LimitName, Long> limits =
                root.section("limits").map(LimitTable::read).orElse(Map.of());
        return new Scenario.Surroundings(
                JsonValues.whole(root, "seed").orElse(SEED),
                root.parsed("time", ScenarioReader::time).orElse(TIME),
                limits,
                upstream(root, text),
                root.section("settings").map(ScenarioReader::settings).orElse(recordedSettings),
                root.section("state").map(JsonValues::texts).orElse(Map.of()),
                recording);
    }

    /** Returns the values unchecked; the run shows whether the connector takes them. */
    private static Map<String, JsonNode> settings(Section table) {
        Map<String, JsonNode> settings = new TreeMap<>();
        for (String name : table.keys()) {
            table.json(name).map(LocatedJson::value).ifPresent(value -> settings.put(name, value));
        }
        return settings;
    }

    private static Parsed<Instant> time(String text) {
        try {
            return Parsed.ok(Instant.parse(text));
        } catch (DateTimeException e) {
            return Parsed.wrong("time is not an instant", "write it as \"2026-01-01T00:00:00Z\"");
        }
    }

    /** Returns the file's own rules and bindings, followed by those of the script that it names. */
    private UpstreamScript upstream(Section root, String text) {
        UpstreamScript own = script(UpstreamScript.parse(shown, text, new HashSet<>(root.keys())));
        Optional<UpstreamScript> named = root.line("upstream").flatMap(path -> named(root, path));
        if (named.isEmpty()) {
            return own;
        }
        Map<String, String> bindings = new HashMap<>(named.get().bindings());
        bindings.putAll(own.bindings());
        List<ScriptedExchange> rules = new ArrayList<>(own.exchanges());
        rules.addAll(named.get().exchanges());
        return new UpstreamScript(shown, bindings, rules);
    }

    private Optional<UpstreamScript> named(Section root, String path) {
        try {
            Path beside = file.resolveSibling(path);
            if (Files.exists(beside) && !Files.isRegularFile(beside)) {
                root.problem(
                        "upstream", "upstream is not a regular file", "name an upstream script, relative to this file");
                return Optional.empty();
            }
            ScriptReading reading = UpstreamScript.read(beside);
            if (reading instanceof ScriptReading.Invalid wrong) {
                wrong.problems().stream()
                        .map(p -> new ScriptProblem(path, p.line(), p.column(), p.wrong(), p.right()).toString())
                        .forEach(scriptProblems::add);
                return Optional.empty();
            }
            return Optional.of(script(reading));
        } catch (InvalidPathException e) {
            root.problem("upstream", "upstream is not a path", "name an upstream script, relative to this file");
            return Optional.empty();
        }
    }

    private UpstreamScript script(ScriptReading reading) {
        if (reading instanceof ScriptReading.Valid valid) {
            return valid.script();
        }
        ((ScriptReading.Invalid) reading).problems().forEach(problem -> scriptProblems.add(problem.toString()));
        return new UpstreamScript(shown, Map.of(), List.of());
    }

    private static ScenarioBudget budget(Section table) {
        table.allow(List.of("fuel", "memory"));
        OptionalLong memory = table.parsed("memory", ByteSize::parse)
                .map(size -> OptionalLong.of(size.bytes()))
                .orElse(OptionalLong.empty());
        return new ScenarioBudget(JsonValues.whole(table, "fuel"), memory);
    }
}
