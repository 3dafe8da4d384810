package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import java.time.Duration;
import java.util.Locale;

/** Something that happens while an action runs, for whoever watches that one run. */
public sealed interface ActionEvent {
    /** What happens, on one line, safe to show: as the message of a progress notification for instance. */
    String message();

    /**
     * A step's call begins.
     *
     * @param auditId where the audit log keeps the call
     */
    record StepBegins(String step, String connector, String op, AuditId auditId) implements ActionEvent {
        @Override
        public String message() {
            return "step " + step + " begins: " + op + " of " + connector;
        }
    }

    /** A step is over, or was skipped. */
    record StepEnds(StepEnd end) implements ActionEvent {
        @Override
        public String message() {
            return "step " + end.step() + ": " + end.status().wireName();
        }
    }

    /**
     * Another attempt of a step's call follows after a pause.
     *
     * @param attempt its number
     * @param byService whether the service named the pause
     */
    record RetryWaits(String step, int attempt, Duration pause, boolean byService) implements ActionEvent {
        @Override
        public String message() {
            return String.format(
                    Locale.ROOT,
                    "step %s: attempt %d follows in %.1f s%s",
                    step,
                    attempt,
                    pause.toMillis() / 1000.0,
                    byService ? ", as the service asks" : "");
        }
    }

    /** A step's call that nobody watches waits on, and is alive. */
    record StillWaits(String step, Duration left) implements ActionEvent {
        @Override
        public String message() {
            return "step " + step + " still waits, for " + left.toSeconds() + " s at most";
        }
    }

    /**
     * Whoever decides was asked whether the action may run.
     *
     * @param preview what they are shown
     */
    record ApprovalAsked(String preview) implements ActionEvent {
        @Override
        public String message() {
            return "approval was asked for: " + preview;
        }
    }
}
