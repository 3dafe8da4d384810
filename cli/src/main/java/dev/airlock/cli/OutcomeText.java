package dev.airlock.cli;

import dev.airlock.cli.Terminal.Style;
import dev.airlock.failures.Failure;
import dev.airlock.failures.ForeignText;
import dev.airlock.sandbox.LogLine;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Usage;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** An outcome for a person: the result on standard output, everything about the call on standard error. */
final class OutcomeText {
    private final Terminal terminal;
    private final boolean quiet;

    OutcomeText(Terminal terminal, boolean quiet) {
        this.terminal = terminal;
        this.quiet = quiet;
    }

    void print(Outcome outcome) {
        if (!quiet) {
            outcome.transcript().logs().forEach(this::printLog);
        }
        if (outcome instanceof Outcome.Succeeded succeeded) {
            terminal.out().println(SafeJson.indented(succeeded.output()));
            succeeded
                    .errors()
                    .forEach(error ->
                            terminal.err().println(terminal.styled(Style.BAD, "not done: ") + SafeJson.line(error)));
        } else if (outcome instanceof Outcome.Failed failed) {
            printFailure(failed.failure());
        } else {
            terminal.err().println("cancelled");
        }
        if (!quiet) {
            printRefused(outcome.transcript().refusedSystemCalls());
            printUsage(outcome.usage());
        }
    }

    private void printLog(LogLine line) {
        terminal.err()
                .println(
                        terminal.styled(Style.FAINT, "log " + line.level() + ": " + ForeignText.clean(line.message())));
    }

    private void printFailure(Failure failure) {
        terminal.err()
                .println(terminal.styled(Style.BAD, failure.failureClass().wireName()) + ": " + failure.message());
        failure.details().forEach((key, value) -> {
            if (!key.equals("fix") && !key.equals("suggestion")) {
                terminal.err().println(terminal.styled(Style.FAINT, "  " + key + ": " + value));
            }
        });
        terminal.err()
                .println(terminal.styled(
                        Style.FAINT,
                        "  retriable: " + (failure.retriable() ? "yes" : "no") + ", boundary: "
                                + failure.boundary().wireName() + ", audit id: " + failure.auditId()));
    }

    private void printRefused(Map<String, Integer> refused) {
        if (!refused.isEmpty()) {
            terminal.err()
                    .println(terminal.styled(
                            Style.FAINT,
                            "the connector reached for files or sockets, which it does not have: "
                                    + new TreeMap<>(refused)));
        }
    }

    private void printUsage(Usage usage) {
        terminal.err()
                .println(terminal.styled(
                        Style.FAINT,
                        String.format(
                                Locale.ROOT,
                                "used: fuel %,d, memory %s, wall %d ms, exchanges %d; loaded in %d ms",
                                usage.fuel(),
                                size(usage.memoryPeakBytes()),
                                usage.wallMillis(),
                                usage.exchanges(),
                                usage.loadMillis())));
    }

    private static String size(long bytes) {
        return bytes < 1 << 20
                ? String.format(Locale.ROOT, "%d KiB", bytes >> 10)
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20));
    }
}
