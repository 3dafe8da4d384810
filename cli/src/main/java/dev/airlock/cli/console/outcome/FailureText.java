package dev.airlock.cli.console.outcome;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Prints a failure for a person: its class and message, the text to paste unchanged, and its details as a table. */
public final class FailureText {
    /** The details that the message already contains. */
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
        new FactRows(terminal).print(rows(failure));
    }

    /** Returns the message with the text to paste on separate lines. */
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

    private void line(String text) {
        terminal.err().println(text);
    }
}
