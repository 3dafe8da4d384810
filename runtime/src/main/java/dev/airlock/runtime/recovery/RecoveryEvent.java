package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.Verdict;
import java.time.Duration;

/** Something that recovery decided or did. What is decided is told before it is done. */
public sealed interface RecoveryEvent {
    /** Hands this to the method for its kind, so that no kind can be forgotten. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each kind of event.
     *
     * @param <T> what they give
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

    /** The call that it is about. */
    Subject subject();

    /** The name in the audit log. */
    String wireName();

    /**
     * A call.
     *
     * @param auditId the call's audit id, which is that of its first attempt; of a fallback, that of the call in whose place it is made
     * @param connector the connector's name; of a fallback, the fallback's
     */
    record Subject(AuditId auditId, String connector, String op) {}

    /** An attempt failed, and that is what it means. Told before anything is done about it. */
    record FailureClassified(Subject subject, int attempt, Failure failure, Verdict verdict) implements RecoveryEvent {
        /** The next step after such a failure. */
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
     * There will be another attempt.
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
     * Something other than a retry is done.
     *
     * @param what what it is done with: a queue, a subject, a connector; empty if that goes without saying
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

    /** Nothing more is done. */
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

    /** Something was deliberately not done. */
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

    /** A call that nobody watches is still alive and waits. */
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
     * @param reason why, in the words of whoever asked
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

    /** A reversal was asked for and is not made. */
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
