package dev.airlock.cli.console.outcome;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.StrictJson;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints facts about a call below its message: a name and a value in each row, in columns. */
public final class FactRows {
    private final Terminal terminal;

    /** Prints to the error stream of that terminal. */
    public FactRows(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Prints the facts in their order, with a row for each value of a list. */
    public void print(Map<String, Object> facts) {
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        facts.forEach((key, value) -> printRow(key, value, width));
    }

    private void printRow(String key, Object value, int width) {
        List<?> values = value instanceof List<?> list && !list.isEmpty() ? list : List.of(value);
        String label = key;
        for (Object one : values) {
            String text = text(one);
            terminal.err().println(terminal.styled(Style.FAINT, "  " + pad(label, width) + "  " + text));
            label = "";
        }
    }

    private static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return ForeignText.clean(map.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + within(entry.getValue()))
                    .collect(Collectors.joining(", ")));
        }
        return value instanceof List<?> ? "none" : value.toString();
    }

    /** Returns a value within another one; a list or a table becomes JSON. */
    private static String within(Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?>
                ? StrictJson.write(FailureEnvelope.node(value))
                : value.toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
