package dev.airlock.runtime.recovery.journal;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.Verdict;
import java.time.Duration;

/** A decision or an action of recovery. A decision is reported before it is carried out. */
public sealed interface RecoveryEvent {
    /** Calls the method for this kind, so that no kind can be forgotten. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each kind of event.
     *
     * @param <T> the type of their results
     */
    interface Cases<T> {
        T failureClassified(FailureClassified classified);

        T retryScheduled(RetryScheduled scheduled);

        T retryStarted(RetryStarted started);

        T recoveryChosen(RecoveryChosen chosen);

        T gaveUp(GaveUp gaveUp);

        T suppressed(Suppressed suppressed);

        T heartbeat(Heartbeat heartbeat);

        T reversalBegun(ReversalBegun begun);

        T reversalRefused(ReversalRefused refused);
    }

    /** Returns the call that the event is about. */
    Subject subject();

    /** Returns the event's name in the audit log. */
    String wireName();

    /**
     * A call.
     *
     * @param auditId the call's audit id, which is that of its first attempt; for a fallback, that of the call that it replaces
     * @param connector the connector's name; of a fallback, the fallback's
     */
    record Subject(AuditId auditId, String connector, String op) {}

    /** An attempt failed and was classified. Reported before any step is taken. */
    record FailureClassified(Subject subject, int attempt, Failure failure, Verdict verdict) implements RecoveryEvent {
        /** Returns the next step after this failure. */
        public Recovery next() {
            return Playbook.row(verdict).recovery();
        }

        @Override
        public String wireName() {
            return "failure_classified";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.failureClassified(this);
        }
    }

    /**
     * Another attempt is scheduled.
     *
     * @param attempt its number
     * @param byService whether the service named the pause
     */
    record RetryScheduled(Subject subject, int attempt, Duration pause, boolean byService) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "retry_scheduled";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.retryScheduled(this);
        }
    }

    /** Another attempt begins. */
    record RetryStarted(Subject subject, int attempt, AuditId auditId) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "retry_started";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.retryStarted(this);
        }
    }

    /**
     * A recovery other than a retry was chosen.
     *
     * @param what the object of it: a queue, a subject, a connector; empty if it is obvious
     */
    record RecoveryChosen(Subject subject, Recovery recovery, String what) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "recovery_chosen";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.recoveryChosen(this);
        }
    }

    /** Recovery ended without success. */
    record GaveUp(Subject subject, String why) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "gave_up";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.gaveUp(this);
        }
    }

    /** A step was deliberately omitted. */
    record Suppressed(Subject subject, String what, String why) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "suppressed";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.suppressed(this);
        }
    }

    /** An unattended call is still alive and waits. */
    record Heartbeat(Subject subject, Duration left) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "heartbeat";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.heartbeat(this);
        }
    }

    /**
     * A call is about to be reversed.
     *
     * @param subject the reversal, which is a call of its own
     * @param call the call that is reversed
     * @param reason why, in the words of the requester
     */
    record ReversalBegun(Subject subject, AuditId call, String reason) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "reversal_begun";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.reversalBegun(this);
        }
    }

    /** A requested reversal is not made. */
    record ReversalRefused(Subject subject, String why) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "reversal_refused";
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.reversalRefused(this);
        }
    }
}
