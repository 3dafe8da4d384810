package dev.airlock.cli.run;

import dev.airlock.cli.console.Amounts;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.cli.console.outcome.FactRows;
import dev.airlock.cli.console.outcome.FailureText;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Prints an outcome for a person: the result on standard output, facts about the call on standard error. */
public final class OutcomeText {
    private static final int STDERR_LINES = 50;

    private final Terminal terminal;
    private final boolean quiet;

    /** Prints to the streams of that terminal. */
    public OutcomeText(Terminal terminal, boolean quiet) {
        this.terminal = terminal;
        this.quiet = quiet;
    }

    /**
     * Prints the outcome, and whether it was not recorded.
     *
     * @param call the id of the call in the audit log
     * @param unrecorded whether the audit log lacks the outcome
     */
    public void print(AuditId call, Outcome outcome, boolean unrecorded) {
        print(call, outcome);
        if (unrecorded) {
            terminal.err()
                    .println(terminal.styled(Style.BAD, "not recorded: ")
                            + "the audit log could not be written, so it has no outcome of this call.");
        }
    }

    private void print(AuditId call, Outcome outcome) {
        if (!quiet) {
            printWords(outcome.transcript());
        }
        outcome.visit(
                this::printResult,
                failed -> new FailureText(terminal).print(failed.failure()),
                cancelled -> printCancelled(call, cancelled.sideEffects()));
        if (!quiet) {
            printRefused(outcome.transcript().refusedSystemCalls());
            printUsage(outcome.usage());
        }
    }

    private void printResult(Outcome.Succeeded succeeded) {
        terminal.out().println(SafeJson.indented(succeeded.output()));
        succeeded
                .errors()
                .forEach(error ->
                        terminal.err().println(terminal.styled(Style.BAD, "not done: ") + SafeJson.line(error)));
    }

    private void printCancelled(AuditId call, SideEffects changed) {
        terminal.err().println(changed.effect() == Effect.NONE ? "cancelled" : "cancelled. " + changed.sentence());
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("effect", changed.effect().wireName());
        rows.put("request_sent", changed.requestSent());
        changed.idempotencyKey().ifPresent(key -> rows.put("idempotency_key", key));
        rows.put("audit_id", call);
        new FactRows(terminal).print(rows);
    }

    /** Prints the connector's log and its standard error, to which most languages write messages for authors. */
    private void printWords(Transcript transcript) {
        for (LogLine line : transcript.logs()) {
            printWord(line.level(), line.message());
        }
        List<String> lines =
                transcript.stderr().lines().filter(line -> !line.isBlank()).toList();
        int skipped = Math.max(0, lines.size() - STDERR_LINES);
        if (skipped > 0) {
            faint("(" + skipped + " earlier lines of the connector's standard error are left out)");
        }
        lines.stream().skip(skipped).forEach(line -> printWord("stderr", line));
    }

    private void printWord(String channel, String text) {
        faint("connector " + channel + ": " + ForeignText.clean(text));
    }

    private void printRefused(Map<String, Integer> refused) {
        if (!refused.isEmpty()) {
            String calls = new TreeMap<>(refused)
                    .entrySet().stream()
                            .map(call ->
                                    call.getKey() + (call.getValue() == 1 ? "" : " (" + call.getValue() + " times)"))
                            .collect(Collectors.joining(", "));
            faint("the connector tried to use files or sockets, which it does not have: " + calls);
        }
    }

    private void printUsage(Usage usage) {
        faint(String.format(
                Locale.ROOT,
                "used: fuel %,d, memory %s, wall %,d ms, exchanges %d; loaded in %,d ms",
                usage.fuel(),
                Amounts.size(usage.memoryPeakBytes()),
                usage.wallMillis(),
                usage.exchanges(),
                usage.loadMillis()));
    }

    private void faint(String line) {
        terminal.err().println(terminal.styled(Style.FAINT, line));
    }
}
