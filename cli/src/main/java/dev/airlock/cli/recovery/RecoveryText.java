package dev.airlock.cli.recovery;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.RecoveryEvent;
import dev.airlock.runtime.recovery.RecoveryListener;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** What recovery decides and does, on standard error as it happens. */
public final class RecoveryText implements RecoveryListener {
    private final Terminal terminal;

    /** Prints to the error stream of that terminal. */
    public RecoveryText(Terminal terminal) {
        this.terminal = terminal;
    }

    /** That an outcome was recorded before, as part of a line. */
    public static String recorded(Instant at) {
        return "not done again; this is the outcome of " + at.truncatedTo(ChronoUnit.SECONDS);
    }

    @Override
    public void on(RecoveryEvent event) {
        terminal.err().println(terminal.styled(Style.FAINT, "recovery: " + text(event)));
    }

    private static String text(RecoveryEvent event) {
        if (event instanceof RecoveryEvent.FailureClassified classified) {
            return "attempt " + classified.attempt() + " failed with " + name(classified.failure()) + ": "
                    + classified.verdict().wireName();
        }
        if (event instanceof RecoveryEvent.RetryScheduled scheduled) {
            return "attempt " + scheduled.attempt() + " follows in " + seconds(scheduled.pause())
                    + (scheduled.byService() ? ", as the service asks" : "");
        }
        if (event instanceof RecoveryEvent.RetryStarted started) {
            return "attempt " + started.attempt() + " begins";
        }
        if (event instanceof RecoveryEvent.RecoveryChosen chosen) {
            return chosen.recovery().wireName() + (chosen.what().isEmpty() ? "" : ", " + chosen.what());
        }
        if (event instanceof RecoveryEvent.GaveUp gaveUp) {
            return "gave up. " + gaveUp.why();
        }
        if (event instanceof RecoveryEvent.Suppressed suppressed) {
            return "no " + suppressed.what() + ". " + suppressed.why();
        }
        if (event instanceof RecoveryEvent.Heartbeat heartbeat) {
            return "still waiting; " + seconds(heartbeat.left()) + " to go";
        }
        if (event instanceof RecoveryEvent.ReversalBegun begun) {
            return "reverses " + begun.call();
        }
        return "not reversed. " + ((RecoveryEvent.ReversalRefused) event).why();
    }

    private static String name(Failure failure) {
        return failure.failureClass().wireName() + status(failure.cause());
    }

    private static String status(Cause cause) {
        if (cause instanceof Cause.Answered answered) {
            return " " + answered.status();
        }
        return cause instanceof Cause.CircuitOpen open && open.lastStatus().isPresent()
                ? " " + open.lastStatus().getAsInt()
                : "";
    }

    private static String seconds(Duration length) {
        return String.format(Locale.ROOT, "%.1f s", length.toMillis() / 1000.0);
    }
}
