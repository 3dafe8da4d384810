package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.runtime.recovery.policy.Playbook;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.Verdict;
import java.time.Duration;

/** Something that recovery decided or did. What is decided is told before it is done. */
public sealed interface RecoveryEvent {
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
    }

    /** Another attempt begins. */
    record RetryStarted(Subject subject, int attempt, AuditId auditId) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "retry_started";
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
    }

    /** Nothing more is done. */
    record GaveUp(Subject subject, String why) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "gave_up";
        }
    }

    /** Something was deliberately not done. */
    record Suppressed(Subject subject, String what, String why) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "suppressed";
        }
    }

    /** A call that nobody watches is still alive and waits. */
    record Heartbeat(Subject subject, Duration left) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "heartbeat";
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
    }

    /** A reversal was asked for and is not made. */
    record ReversalRefused(Subject subject, String why) implements RecoveryEvent {
        @Override
        public String wireName() {
            return "reversal_refused";
        }
    }
}
