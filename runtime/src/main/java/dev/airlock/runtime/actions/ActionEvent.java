package dev.airlock.runtime.actions;

import dev.airlock.failures.AuditId;
import dev.airlock.runtime.actions.step.StepEnd;
import java.time.Duration;
import java.util.Locale;

/** An event of one run of an action, for its listener. */
public sealed interface ActionEvent {
    /** Returns the event on one line, safe to show, for instance in a progress notification. */
    String message();

    /**
     * The call of a step begins.
     *
     * @param auditId the call's id in the audit log
     */
    record StepBegins(String step, String connector, String op, AuditId auditId) implements ActionEvent {
        @Override
        public String message() {
            return "step " + step + " begins: " + op + " of " + connector;
        }
    }

    /** A step ended or was skipped. */
    record StepEnds(StepEnd end) implements ActionEvent {
        @Override
        public String message() {
            return "step " + end.step() + ": " + end.status().wireName();
        }
    }

    /**
     * Another attempt at a step's call follows after a pause.
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

    /** The unattended call of a step still waits, and is alive. */
    record StillWaits(String step, Duration left) implements ActionEvent {
        @Override
        public String message() {
            return "step " + step + " still waits, for " + left.toSeconds() + " s at most";
        }
    }

    /**
     * The approver was asked whether the action may run.
     *
     * @param preview the text that it is shown
     */
    record ApprovalAsked(String preview) implements ActionEvent {
        @Override
        public String message() {
            return "approval was asked for: " + preview;
        }
    }
}
