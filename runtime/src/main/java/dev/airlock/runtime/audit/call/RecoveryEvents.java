package dev.airlock.runtime.audit.call;

import dev.airlock.runtime.audit.event.AuditEvent;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import java.time.Duration;
import java.util.Locale;

/** Converts events of recovery to events of the log. */
final class RecoveryEvents {
    private RecoveryEvents() {}

    static AuditEvent.Decision decision(AuditSubject subject, RecoveryEvent.FailureClassified classified) {
        return new AuditEvent.Decision(
                subject.attempt(classified.failure().auditId()),
                classified.attempt(),
                classified.verdict().wireName(),
                classified.next().wireName());
    }

    static AuditEvent.Recovery note(AuditSubject subject, RecoveryEvent event) {
        AuditSubject about =
                event instanceof RecoveryEvent.RetryStarted started ? subject.attempt(started.auditId()) : subject;
        return new AuditEvent.Recovery(about, event.wireName(), event.match(new Why()));
    }

    /** Returns the text of the record for each kind. */
    private static final class Why implements RecoveryEvent.Cases<String> {
        @Override
        public String failureClassified(RecoveryEvent.FailureClassified classified) {
            return classified.verdict().wireName();
        }

        @Override
        public String retryScheduled(RecoveryEvent.RetryScheduled scheduled) {
            return "attempt " + scheduled.attempt() + " in " + seconds(scheduled.pause())
                    + (scheduled.byService() ? ", as the service asks" : "");
        }

        @Override
        public String retryStarted(RecoveryEvent.RetryStarted started) {
            return "attempt " + started.attempt();
        }

        @Override
        public String recoveryChosen(RecoveryEvent.RecoveryChosen chosen) {
            return chosen.recovery().wireName() + (chosen.what().isEmpty() ? "" : ", " + chosen.what());
        }

        @Override
        public String gaveUp(RecoveryEvent.GaveUp gaveUp) {
            return gaveUp.why();
        }

        @Override
        public String suppressed(RecoveryEvent.Suppressed suppressed) {
            return "no " + suppressed.what() + ". " + suppressed.why();
        }

        @Override
        public String heartbeat(RecoveryEvent.Heartbeat heartbeat) {
            return seconds(heartbeat.left()) + " to go";
        }

        @Override
        public String reversalBegun(RecoveryEvent.ReversalBegun begun) {
            return "of " + begun.call() + ": " + begun.reason();
        }

        @Override
        public String reversalRefused(RecoveryEvent.ReversalRefused refused) {
            return refused.why();
        }
    }

    private static String seconds(Duration length) {
        return String.format(Locale.ROOT, "%.1f s", length.toMillis() / 1000.0);
    }
}
