package dev.airlock.runtime.recovery;

import dev.airlock.failures.Failure;
import dev.airlock.runtime.bindings.CredentialRefresh;
import dev.airlock.runtime.recovery.policy.Recovery;
import dev.airlock.runtime.recovery.policy.Verdict;
import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What recovery leaves to others: people, and those who hold credentials. Each method may take its time. Thread-safe. */
public interface RecoveryHandler {
    /** Nobody is there: nothing is renewed, and nobody looks at anything. */
    RecoveryHandler NOBODY = new RecoveryHandler() {};

    /**
     * A failure and what it means.
     *
     * @param subject the call
     * @param failure how its latest attempt failed
     * @param verdict what that means
     * @param frame what time there is for something to be done about it
     */
    record Incident(RecoveryEvent.Subject subject, Failure failure, Verdict verdict, Frame frame) {}

    /**
     * The time in which an incident lies.
     *
     * @param attemptStarted when the attempt that failed began
     * @param left how much time the call has left
     * @param cancellation ends it before
     */
    record Frame(Instant attemptStarted, Duration left, Cancellation cancellation) {}

    /**
     * Puts an incident before a person.
     *
     * @return where they find it; empty if it goes nowhere
     */
    default Optional<String> escalate(Recovery.Queue queue, Incident incident) {
        return Optional.empty();
    }

    /** Tells whoever plans that the service has to be looked at before anything is repeated. */
    default void reconcile(Incident incident) {}

    /** Whether the credential that the call used can be renewed without a person, as far as that is known. */
    default boolean canRefreshCredential(Incident incident) {
        return false;
    }

    /** Renews the credential that the call used, without a person. */
    default CredentialRefresh.Result refreshCredential(Incident incident) {
        return new CredentialRefresh.Result.Refused();
    }

    /** Asks the user for what is missing, a credential for instance; whether it is there now. */
    default boolean askUser(Incident incident) {
        return false;
    }
}
