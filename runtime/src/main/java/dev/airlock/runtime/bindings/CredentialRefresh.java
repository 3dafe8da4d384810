package dev.airlock.runtime.bindings;

import dev.airlock.sandbox.Cancellation;
import java.time.Duration;
import java.time.Instant;

/**
 * How recovery gets a fresh credential after a service did not accept one. Thread-safe: of several threads that ask for one
 * binding at a time, one renews it and all of them use what it got.
 */
public interface CredentialRefresh {
    /** What came of asking for a fresh credential. */
    sealed interface Result {
        /** Another attempt will have a credential that this one did not have. */
        record Fresh() implements Result {}

        /** Nobody but a person can get one: the provider said no, or there is nothing to renew it with. */
        record Refused() implements Result {}

        /**
         * It did not work this time, and may the next time: nobody could be asked, or who was asked had a problem of their own.
         *
         * @param why what happened, in Airlock's words, without a full stop
         */
        record Failed(String why) implements Result {}
    }

    /**
     * Whether that binding can be renewed without a person, as far as that is known.
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
     * @throws InterruptedException if the thread is interrupted while it waits; the renewal goes on
     */
    Result refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation)
            throws InterruptedException;

    /**
     * The same where connectors have bindings of their own of that name. Default: a name is that of one binding, whoever uses it.
     *
     * @param connector the connector whose credential was not accepted
     */
    default Result refresh(
            String connector, String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation)
            throws InterruptedException {
        return refresh(binding, attemptStarted, atMost, cancellation);
    }

    /** Nothing can be renewed. */
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
