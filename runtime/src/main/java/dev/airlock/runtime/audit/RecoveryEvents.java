package dev.airlock.runtime.audit;

import dev.airlock.runtime.recovery.RecoveryEvent;
import java.time.Duration;
import java.util.Locale;

/** Turns events of recovery into events of the log. */
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
        return new AuditEvent.Recovery(about, event.wireName(), why(event));
    }

    private static String why(RecoveryEvent event) {
        if (event instanceof RecoveryEvent.RetryScheduled scheduled) {
            return "attempt " + scheduled.attempt() + " in " + seconds(scheduled.pause())
                    + (scheduled.byService() ? ", as the service asks" : "");
        }
        if (event instanceof RecoveryEvent.RetryStarted started) {
            return "attempt " + started.attempt();
        }
        if (event instanceof RecoveryEvent.RecoveryChosen chosen) {
            return chosen.recovery().wireName() + (chosen.what().isEmpty() ? "" : ", " + chosen.what());
        }
        if (event instanceof RecoveryEvent.GaveUp gaveUp) {
            return gaveUp.why();
        }
        if (event instanceof RecoveryEvent.Suppressed suppressed) {
            return "no " + suppressed.what() + ". " + suppressed.why();
        }
        if (event instanceof RecoveryEvent.Heartbeat heartbeat) {
            return seconds(heartbeat.left()) + " to go";
        }
        if (event instanceof RecoveryEvent.ReversalBegun begun) {
            return "of " + begun.call() + ": " + begun.reason();
        }
        return ((RecoveryEvent.ReversalRefused) event).why();
    }

    private static String seconds(Duration length) {
        return String.format(Locale.ROOT, "%.1f s", length.toMillis() / 1000.0);
    }
}
