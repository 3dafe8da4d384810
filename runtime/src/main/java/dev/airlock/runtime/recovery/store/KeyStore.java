package dev.airlock.runtime.recovery.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Idempotency keys: the running calls with what they have sent, and the outcomes of finished ones. A key is kept for 24 hours after it was
 * claimed, and for as long as its call runs.
 *
 * <p>Each claim belongs to one call. Once another call has taken the key over, the first one can neither send under it nor finish it,
 * however late it goes on.
 */
public interface KeyStore {
    /** How long a key is kept. */
    Duration KEPT = Duration.ofHours(24);

    /**
     * A key with its scope; the same text in another scope is another key.
     *
     * @param actor the actor on whose behalf the call is made
     * @param connector the connector's name
     * @param operation the operation's name
     * @param key the key
     */
    record Key(String actor, String connector, String operation, String key) {}

    /**
     * A call that asks for a key.
     *
     * @param call its id in the audit log
     * @param argsHash a digest of its arguments
     * @param until the latest time of its end; after that it is in doubt
     */
    record Claimant(String call, String argsHash, Instant until) {}

    /**
     * A request that is about to go out and may change something.
     *
     * @param attempt the number of the attempt, from 1
     * @param method upper case
     * @param host the canonical {@code host:port}
     * @param bearsKey whether the key goes along, so that the service recognises a repetition
     */
    record Sending(int attempt, String method, String host, boolean bearsKey) {}

    /** The answer to a claim. */
    sealed interface Claim {
        /** The key was free. The caller makes the call, and afterwards finishes or releases the key. */
        record Granted() implements Claim {}

        /** A call with that key runs, and ends at the given time at the latest. */
        record Running(Instant until) implements Claim {}

        /** A call with that key had this outcome. */
        record Finished(String outcome) implements Claim {}

        /** The key was used with other arguments. */
        record OtherArguments() implements Claim {}

        /**
         * A call with that key was begun, and its outcome is unknown.
         *
         * @param call its id in the audit log
         * @param sent what it, and the calls that it took the key over from, may have sent; empty if that was not recorded
         * @param review the id of the review that was opened about it; empty if there is none
         */
        record InDoubt(String call, Optional<List<Sending>> sent, Optional<String> review) implements Claim {
            /** Copies the list. */
            public InDoubt {
                sent = sent.map(List::copyOf);
            }
        }
    }

    /** Claims a key for a call. */
    Claim claim(Key key, Claimant claimant, Instant now);

    /**
     * Claims a key whose call is in doubt for another call, which may not have the same id. What the first one sent counts as sent by the
     * other one from now on.
     *
     * @param from the doubt on which the decision to take over was made
     * @return false if that is no longer how things are, for instance because the call in doubt sent something since; then nothing was
     *     changed
     */
    boolean takeOver(Key key, Claim.InDoubt from, Claimant claimant, Instant now);

    /**
     * Records durably that a request is about to go out.
     *
     * @return false if the call no longer has the key; then nothing was recorded, and nothing may be sent
     */
    boolean sending(Key key, String call, Sending sending);

    /**
     * Records the final outcome of a call with a claimed key.
     *
     * @return false if the call no longer has the key; then nothing was changed
     */
    boolean finish(Key key, String call, String outcome);

    /**
     * Frees a claimed key, because its call did nothing that must not be repeated.
     *
     * @return false if the call no longer has the key, or has finished; then nothing was changed
     */
    boolean release(Key key, String call);

    /** Records that a review was opened about the call in doubt, so that no second one is. Does nothing if it no longer has the key. */
    void reviewed(Key key, String call, String review);
}
