package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.NearestName;
import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.toml.ScriptLines;
import dev.airlock.upstreams.toml.ScriptProblem;
import dev.airlock.upstreams.toml.ScriptSection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;

/** Reads the text of a script and collects every problem. */
final class ScriptParser {
    private static final List<String> KINDS = List.of("api_key", "bearer", "oauth2", "basic", "aws_sigv4");
    private static final Pattern CREDENTIAL_NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    private static final int MIN_SECRET_BYTES = 8;
    private static final List<String> EXCHANGE_KEYS =
            List.of("match", "respond", "times", "delay", "fault", "location");
    private static final Pattern DELAY = Pattern.compile("(\\d{1,7})(ms|s|min)");
    /** The most lines, not counting blank lines and comments. */
    static final int MAX_LINES = 10_000;

    private static final Pattern PLACE = Pattern.compile("\\bline ([0-9]{1,9})");
    private static final Duration MAX_DELAY = Duration.ofHours(1);

    private final String file;
    private final Set<String> others;
    private final List<ScriptProblem> problems = new ArrayList<>();

    /** @param others top-level keys that other code reads */
    ScriptParser(String file, Set<String> others) {
        this.file = file;
        this.others = others;
    }

    ScriptReading parse(String toml) {
        ScriptLines lines = ScriptLines.of(toml);
        OptionalInt excess = lines.excess(MAX_LINES);
        if (excess.isPresent()) {
            return tooLong(excess.getAsInt());
        }
        TomlParseResult parsed = Toml.parse(lines.text());
        if (parsed.hasErrors()) {
            parsed.errors().forEach(error -> problems.add(syntax(error, lines)));
            return invalid();
        }
        ScriptSection root = new ScriptSection(file, lines, parsed, TomlPosition.positionAt(1, 1), problems);
        List<String> known = new ArrayList<>(List.of("bindings", "exchange"));
        known.addAll(others);
        root.expectOnly(known);
        Map<String, String> bindings = root.section("bindings", "{ api_key = \"test-secret-1234\" }")
                .map(this::bindings)
                .orElse(Map.of());
        List<ScriptedExchange> exchanges = new ArrayList<>();
        for (ScriptSection section : root.sections("exchange")) {
            exchanges.add(exchange(section, exchanges.size() + 1));
        }
        return problems.isEmpty() ? new ScriptReading.Valid(new UpstreamScript(file, bindings, exchanges)) : invalid();
    }

    private ScriptReading tooLong(int line) {
        problems.add(new ScriptProblem(
                file,
                line,
                1,
                "the file has more than " + MAX_LINES + " lines with content",
                "split the script, or put long bodies on one line"));
        return invalid();
    }

    private ScriptProblem syntax(TomlParseError error, ScriptLines lines) {
        String message = PLACE.matcher(PrintableText.text(String.valueOf(error.getMessage())))
                .replaceAll(place -> "line " + lines.inFile(Integer.parseInt(place.group(1))));
        return new ScriptProblem(
                file,
                lines.inFile(error.position().line()),
                error.position().column(),
                "not TOML: " + message,
                "correct the syntax");
    }

    private ScriptReading invalid() {
        problems.sort(Comparator.comparingInt(ScriptProblem::line).thenComparingInt(ScriptProblem::column));
        return new ScriptReading.Invalid(problems);
    }

    private Map<String, String> bindings(ScriptSection section) {
        section.expectOnly(
                Stream.concat(KINDS.stream(), section.keys().stream().filter(ScriptParser::isNameOfACredential))
                        .toList());
        Map<String, String> bindings = new LinkedHashMap<>();
        for (String kind : section.keys()) {
            section.text(kind).ifPresent(secret -> {
                if (secret.getBytes(StandardCharsets.UTF_8).length < MIN_SECRET_BYTES) {
                    section.problem(
                            kind,
                            "the secret for \"" + PrintableText.text(kind) + "\" is shorter than 8 bytes",
                            "make it 8 bytes or longer, as the vault requires for real secrets");
                }
                bindings.put(kind, secret);
            });
        }
        return bindings;
    }

    /**
     * Returns whether a key can be the name of a credential. Only the manifest knows the names; a key that is nearly a kind counts as a
     * misspelt kind.
     */
    private static boolean isNameOfACredential(String key) {
        boolean goesOnFromAKind = KINDS.stream().anyMatch(kind -> key.startsWith(kind) && !key.equals(kind));
        return CREDENTIAL_NAME.matcher(key).matches()
                && (goesOnFromAKind || NearestName.to(key, KINDS).isEmpty());
    }

    private ScriptedExchange exchange(ScriptSection section, int number) {
        section.expectOnly(EXCHANGE_KEYS);
        Optional<Fault> fault = fault(section);
        RequestMatch match = new MatchParser(fault).parse(section);
        Optional<ScriptedResponse> response = new ResponseParser(fault, section).parse();
        RuleAnswer answer = fault.<RuleAnswer>map(broken -> new RuleAnswer.Break(broken, response))
                .orElseGet(() -> new RuleAnswer.Respond(response.orElse(ResponseParser.EMPTY)));
        if (!section.has("respond") && !section.has("fault")) {
            section.problem("the exchange has no answer", "add respond = { status = 200 } or fault = \"stall\"");
        }
        return new ScriptedExchange(number, section.line(), match, answer, times(section), delay(section, fault));
    }

    private static Optional<Fault> fault(ScriptSection section) {
        return section.text("fault").flatMap(code -> {
            Optional<Fault> fault = Fault.named(code);
            if (fault.isEmpty()) {
                section.problem(
                        "fault",
                        "unknown fault \"" + PrintableText.text(code) + "\"",
                        NearestName.to(code, Fault.codes())
                                .map(near -> "the nearest known fault is \"" + near + "\"")
                                .orElse("known faults are " + String.join(", ", Fault.codes())));
            }
            return fault;
        });
    }

    private static OptionalInt times(ScriptSection section) {
        OptionalLong times = section.integer("times", "1");
        if (times.isEmpty()) {
            return OptionalInt.empty();
        }
        if (times.getAsLong() < 1 || times.getAsLong() > Integer.MAX_VALUE) {
            section.problem(
                    "times",
                    "\"times\" is " + times.getAsLong(),
                    "write a number from 1 to " + Integer.MAX_VALUE + ", or leave it out for no limit");
            return OptionalInt.empty();
        }
        return OptionalInt.of((int) times.getAsLong());
    }

    private static Duration delay(ScriptSection section, Optional<Fault> fault) {
        Optional<String> text = section.text("delay", "write a number with a unit in quotes, such as \"200ms\"");
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        if (fault.filter(broken -> broken.stage() == Fault.Stage.CONNECT).isPresent()) {
            section.problem("delay", "a refused connection cannot be delayed", "leave \"delay\" out");
        }
        Matcher matcher = DELAY.matcher(text.get());
        Duration delay = matcher.matches() ? duration(matcher) : MAX_DELAY.plusMillis(1);
        if (delay.compareTo(MAX_DELAY) > 0) {
            section.problem(
                    "delay",
                    "\"" + PrintableText.text(text.get()) + "\" is not a delay",
                    "write a number with ms, s or min, up to 60min, such as \"200ms\"");
        }
        return delay;
    }

    private static Duration duration(Matcher matcher) {
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            default -> Duration.ofMinutes(count);
        };
    }
}
