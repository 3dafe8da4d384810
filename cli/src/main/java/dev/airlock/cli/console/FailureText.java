package dev.airlock.cli.console;

import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.json.StrictJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A failure for a person: its class and message, what to paste as it is to be pasted, and its details as a table.
 */
public final class FailureText {
    /** Details that the message ends with or has in other words. */
    private static final Set<String> SAID = Set.of("fix", "suggestion");

    private final Terminal terminal;

    /** Prints to the error stream of that terminal. */
    public FailureText(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Prints the failure and what to do next. */
    public void print(Failure failure) {
        String name = terminal.styled(Style.BAD, failure.failureClass().wireName());
        line(name + ": " + blocks(failure));
        Map<String, Object> rows = rows(failure);
        int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
        rows.forEach((key, value) -> printRow(key, value, width));
    }

    /** The message; what it says to paste stands apart, on lines of its own. */
    private static String blocks(Failure failure) {
        String message = failure.message();
        String fix = failure.cause() instanceof Cause.Denied denied ? denied.fix() : "";
        String how = message.substring(0, message.length() - (message.endsWith(fix) ? fix.length() : 0));
        return how.endsWith("\n") ? how + "\n" + fix + "\n" : message;
    }

    private static Map<String, Object> rows(Failure failure) {
        Map<String, Object> rows = new LinkedHashMap<>(failure.details());
        rows.keySet().removeAll(SAID);
        rows.put("retriable", failure.retriable() ? "yes" : "no");
        rows.put("boundary", failure.boundary().wireName());
        rows.put("audit_id", failure.auditId());
        return rows;
    }

    private void printRow(String key, Object value, int width) {
        List<?> values = value instanceof List<?> list && !list.isEmpty() ? list : List.of(value);
        String label = key;
        for (Object one : values) {
            String text = text(one);
            line(terminal.styled(Style.FAINT, "  " + pad(label, width) + "  " + text));
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

    /** A value within another one: a list or a table of it is JSON. */
    private static String within(Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?>
                ? StrictJson.write(FailureEnvelope.node(value))
                : value.toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private void line(String text) {
        terminal.err().println(text);
    }
}
