package dev.airlock.conformance.scenarios;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Replaces the expectation in a scenario file with the actual result. The rest of the file stays unchanged, including comments. */
public final class ScenarioUpdate {
    private static final Pattern HEADER = Pattern.compile("\\s*\\[.*");
    private static final Pattern EXPECT = Pattern.compile("\\s*\\[\\[?\\s*expect\\s*(\\..*|\\].*)");
    private static final List<String> QUOTES = List.of("'''", "\"\"\"");

    private ScenarioUpdate() {}

    /**
     * Returns the file's new text; empty if the expectations cannot be replaced, for instance in an inline table, or if the call was
     * cancelled.
     */
    public static Optional<String> of(ScenarioResult result) {
        Scenario scenario = result.scenario();
        Optional<String> expectations = ExpectationText.of(result);
        return expectations.map(written -> replaced(scenario.text(), written)).filter(text -> says(scenario, text));
    }

    /** Returns whether the new text is the same scenario with other expectations. */
    private static boolean says(Scenario scenario, String text) {
        return ScenarioReader.parse(scenario.file(), scenario.name(), text) instanceof ScenarioReading.Valid valid
                && valid.scenario().call().equals(scenario.call())
                && valid.scenario().surroundings().seed()
                        == scenario.surroundings().seed()
                && valid.scenario()
                        .surroundings()
                        .limits()
                        .equals(scenario.surroundings().limits())
                && valid.scenario().budget().equals(scenario.budget())
                && calls(valid.scenario()).equals(calls(scenario))
                && valid.scenario().surroundings().upstream().exchanges().size()
                        == scenario.surroundings().upstream().exchanges().size();
    }

    private static List<Scenario.Asked> calls(Scenario scenario) {
        return scenario.then().stream().map(Scenario.Then::call).toList();
    }

    private static String replaced(String text, String written) {
        List<String> kept = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        int place = -1;
        boolean inside = false;
        Optional<String> quote = Optional.empty();
        for (String line : text.lines().toList()) {
            if (quote.isEmpty() && HEADER.matcher(line).matches()) {
                boolean expects = EXPECT.matcher(line).matches();
                if (inside && !expects) {
                    kept.addAll(trailingRemarks(dropped));
                }
                inside = expects;
                dropped.clear();
                place = expects && place < 0 ? kept.size() : place;
            }
            quote = after(line, quote);
            (inside ? dropped : kept).add(line);
        }
        return joined(kept, place < 0 ? kept.size() : place, written);
    }

    private static String joined(List<String> kept, int place, String written) {
        String before = String.join("\n", kept.subList(0, place)).stripTrailing();
        String after = String.join("\n", kept.subList(place, kept.size())).strip();
        return before + "\n\n" + written.strip() + "\n" + (after.isEmpty() ? "" : "\n" + after + "\n");
    }

    /** Returns the comments right before the next table, which belong to that table. */
    private static List<String> trailingRemarks(List<String> lines) {
        int from = lines.size();
        while (from > 0
                && (lines.get(from - 1).isBlank() || lines.get(from - 1).strip().startsWith("#"))) {
            from--;
        }
        return List.copyOf(lines.subList(from, lines.size()));
    }

    /** Returns the quotation mark of the multi-line text that is open after a line; empty if none is. */
    private static Optional<String> after(String line, Optional<String> open) {
        Optional<String> now = open;
        for (int i = 0; i + 3 <= line.length(); i++) {
            String three = line.substring(i, i + 3);
            if (now.isPresent() ? three.equals(now.get()) : QUOTES.contains(three)) {
                now = now.isPresent() ? Optional.empty() : Optional.of(three);
                i += 2;
            }
        }
        return now;
    }
}
