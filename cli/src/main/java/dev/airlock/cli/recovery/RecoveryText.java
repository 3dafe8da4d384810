package dev.airlock.cli.recovery;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Terminal.Style;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Prints the decisions and actions of recovery on standard error as they happen. */
public final class RecoveryText {
    private final Terminal terminal;

    /** Prints to the error stream of that terminal. */
    public RecoveryText(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Returns part of a line that says that an outcome was recorded before. */
    public static String recorded(Instant at) {
        return "not done again; this is the outcome of " + at.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Prints an event of recovery. */
    public void on(RecoveryEvent event) {
        terminal.err().println(terminal.styled(Style.FAINT, "recovery: " + event.match(new Lines())));
    }

    /** The lines for each kind of event. */
    private static final class Lines implements RecoveryEvent.Cases<String> {
        @Override
        public String failureClassified(RecoveryEvent.FailureClassified classified) {
            return "attempt " + classified.attempt() + " failed with " + name(classified.failure()) + ": "
                    + classified.verdict().wireName();
        }

        @Override
        public String retryScheduled(RecoveryEvent.RetryScheduled scheduled) {
            return "attempt " + scheduled.attempt() + " follows in " + seconds(scheduled.pause())
                    + (scheduled.byService() ? ", as the service asks" : "");
        }

        @Override
        public String retryStarted(RecoveryEvent.RetryStarted started) {
            return "attempt " + started.attempt() + " begins";
        }

        @Override
        public String recoveryChosen(RecoveryEvent.RecoveryChosen chosen) {
            return chosen.recovery().wireName() + (chosen.what().isEmpty() ? "" : ", " + chosen.what());
        }

        @Override
        public String gaveUp(RecoveryEvent.GaveUp gaveUp) {
            return "gave up. " + gaveUp.why();
        }

        @Override
        public String suppressed(RecoveryEvent.Suppressed suppressed) {
            return "no " + suppressed.what() + ". " + suppressed.why();
        }

        @Override
        public String heartbeat(RecoveryEvent.Heartbeat heartbeat) {
            return "still waiting; " + seconds(heartbeat.left()) + " to go";
        }

        @Override
        public String reversalBegun(RecoveryEvent.ReversalBegun begun) {
            return "reverses " + begun.call();
        }

        @Override
        public String reversalRefused(RecoveryEvent.ReversalRefused refused) {
            return "not reversed. " + refused.why();
        }
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
