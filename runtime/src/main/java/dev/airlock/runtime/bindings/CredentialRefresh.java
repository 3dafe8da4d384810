package dev.airlock.runtime.bindings;

import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.time.Instant;

/**
 * How recovery gets a fresh credential after a service did not accept one. Thread-safe: of several threads that ask for one
 * binding at a time, one renews it and all of them use what it got.
 */
public interface CredentialRefresh {
    /**
     * Whether that binding can be renewed without a person.
     *
     * @param binding its name, as {@code details.binding} of a failure says it, such as {@code oauth2/slack/work}
     */
    boolean canRefresh(String binding);

    /**
     * Renews a credential, unless it was renewed after the attempt that failed had started.
     *
     * @param binding as above
     * @param attemptStarted when the attempt started whose credential was not accepted
     * @param atMost how long to wait
     * @param cancellation ends the waiting; the renewal goes on
     * @return whether another attempt will have a credential that this one did not have
     * @throws InterruptedException if the thread is interrupted while it waits; the renewal goes on
     */
    boolean refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation)
            throws InterruptedException;

    /** Nothing can be renewed. */
    static CredentialRefresh none() {
        return new CredentialRefresh() {
            @Override
            public boolean canRefresh(String binding) {
                return false;
            }

            @Override
            public boolean refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation) {
                return false;
            }
        };
    }
}
