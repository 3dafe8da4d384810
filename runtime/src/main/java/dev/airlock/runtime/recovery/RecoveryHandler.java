package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A handler of failures that recovery cannot solve itself, for people and for holders of credentials. Each method may block. Thread-safe.
 */
public interface RecoveryHandler {
    /** A handler that renews nothing and shows nothing to anyone. */
    RecoveryHandler NOBODY = new RecoveryHandler() {};

    /**
     * A failure and its verdict.
     *
     * @param subject the call
     * @param failure how its latest attempt failed
     * @param verdict the verdict on it
     * @param frame the time for handling it
     */
    record Incident(RecoveryEvent.Subject subject, Failure failure, Verdict verdict, Frame frame) {}

    /**
     * The time frame of an incident.
     *
     * @param attemptStarted when the attempt that failed began
     * @param left how much time the call has left
     * @param cancellation ends it earlier
     */
    record Frame(Instant attemptStarted, Duration left, Cancellation cancellation) {}

    /**
     * Puts an incident before a person.
     *
     * @return the id under which they find it; empty if it goes nowhere
     */
    default Optional<String> escalate(Recovery.Queue queue, Incident incident) {
        return Optional.empty();
    }

    /** Tells the planner to look at the service before anything is repeated. */
    default void reconcile(Incident incident) {}

    /** Returns whether the call's credential can be renewed without a person, as far as that is known. */
    default boolean canRefreshCredential(Incident incident) {
        return false;
    }

    /** Renews the call's credential without a person. */
    default CredentialRefresh.Result refreshCredential(Incident incident) {
        return new CredentialRefresh.Result.Refused();
    }

    /** Asks the user for something missing, such as a credential. Returns whether it is there now. */
    default boolean askUser(Incident incident) {
        return false;
    }
}
