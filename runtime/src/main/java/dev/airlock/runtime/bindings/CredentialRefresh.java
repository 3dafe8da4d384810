package dev.airlock.runtime.bindings;

import dev.airlock.sandbox.api.Cancellation;
import java.time.Duration;
import java.time.Instant;

/**
 * Renews a credential after a service rejected it. Thread-safe. If several threads ask for one binding at a time, one of them renews it and
 * all use the result.
 */
public interface CredentialRefresh {
    /** The result of a renewal. */
    sealed interface Result {
        /** The next attempt will have a new credential. */
        record Fresh() implements Result {}

        /** Only a person can get a new one: the provider refused, or there is nothing to renew it with. */
        record Refused() implements Result {}

        /**
         * The renewal failed this time, but may succeed later: the provider could not be reached, or had a problem of its own.
         *
         * @param why the reason, in Airlock's words, without a full stop
         */
        record Failed(String why) implements Result {}
    }

    /**
     * Returns whether a binding can be renewed without a person, as far as that is known.
     *
     * @param binding its name, as in {@code details.binding} of a failure, such as {@code oauth2/slack/work}
     */
    boolean canRefresh(String binding);

    /**
     * Renews a credential, unless it was renewed after the failed attempt had started.
     *
     * @param binding its name
     * @param attemptStarted when the attempt with the rejected credential started
     * @param atMost how long to wait
     * @param cancellation ends the wait; the renewal continues
     * @throws InterruptedException if the thread is interrupted while it waits; the renewal continues
     */
    Result refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation)
            throws InterruptedException;

    /**
     * Renews a credential where each connector has its own binding of that name. Default: the name identifies one binding for all
     * connectors.
     *
     * @param connector the connector whose credential was rejected
     */
    default Result refresh(
            String connector, String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation)
            throws InterruptedException {
        return refresh(binding, attemptStarted, atMost, cancellation);
    }

    /** Returns a renewal that renews nothing. */
    static CredentialRefresh none() {
        return new CredentialRefresh() {
            @Override
            public boolean canRefresh(String binding) {
                return false;
            }

            @Override
            public Result refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation) {
                return new Result.Refused();
            }
        };
    }
}
