package dev.airlock.cli.author;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.Amounts;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.ScenarioSuite;
import dev.airlock.conformance.scenarios.report.DifferenceText;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.audit.call.UsageJson;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The results of a connector's scenarios, for a person or a program.
 *
 * @param terminal the terminal on which it is printed
 * @param tests the folder of the scenarios, as it was typed
 * @param results the results in order
 * @param written the files that were written, a line for each
 * @param update whether expectations were replaced, so that no scenario counts as failed
 */
record TestReport(Terminal terminal, Path tests, List<ScenarioResult> results, List<String> written, boolean update) {
    boolean passed() {
        boolean stuck = written.stream().anyMatch(line -> line.startsWith("could not"));
        return update ? !stuck : results.stream().allMatch(ScenarioResult::passed);
    }

    void print(boolean json) {
        if (json) {
            terminal.out().println(SafeJson.line(document()));
        } else {
            results.forEach(this::print);
            long passed = results.stream().filter(ScenarioResult::passed).count();
            terminal.out().println(passed + " passed, " + (results.size() - passed) + " failed");
            written.forEach(terminal.err()::println);
        }
    }

    private void print(ScenarioResult result) {
        String name = ForeignText.clean(result.scenario().name());
        if (result.passed()) {
            terminal.out()
                    .println("ok   " + name
                            + terminal.styled(Style.FAINT, used(result.outcome().usage())));
            return;
        }
        terminal.out()
                .println(terminal.styled(Style.BAD, "FAIL") + " " + name + " ("
                        + TypedFile.shown(tests.resolve(name + ScenarioSuite.ENDING)) + ")");
        DifferenceText.lines(result.differences())
                .forEach(line -> terminal.out().println("     " + line));
        for (LogLine line : result.outcome().transcript().logs()) {
            terminal.out().println("     connector " + line.level() + ": " + ForeignText.clean(line.message()));
        }
        result.notes().forEach(note -> terminal.out().println("     upstream: " + ForeignText.clean(note)));
    }

    private static String used(Usage usage) {
        return String.format(Locale.ROOT, "  fuel %,d, memory %s", usage.fuel(), Amounts.size(usage.memoryPeakBytes()));
    }

    private ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        long passed = results.stream().filter(ScenarioResult::passed).count();
        document.put("passed", passed).put("failed", results.size() - passed);
        ArrayNode scenarios = document.putArray("scenarios");
        for (ScenarioResult result : results) {
            ObjectNode one =
                    scenarios.addObject().put("name", result.scenario().name()).put("passed", result.passed());
            ArrayNode differences = one.putArray("differences");
            result.differences().forEach(difference -> {
                ObjectNode node = differences.addObject().put("at", difference.at());
                difference.expected().ifPresent(text -> node.put("expected", text));
                difference.actual().ifPresent(text -> node.put("actual", text));
            });
            one.set("usage", UsageJson.of(result.outcome().usage()));
        }
        return document;
    }
}
