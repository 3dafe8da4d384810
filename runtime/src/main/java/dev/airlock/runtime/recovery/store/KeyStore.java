package dev.airlock.runtime.recovery.store;

import java.time.Duration;
import java.time.Instant;

/**
 * Idempotency keys: the running calls, and the outcomes of finished ones. A key is kept for 24 hours after it was claimed, and for as long
 * as its call runs.
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

        /** A call with that key was begun, and its outcome is unknown. */
        record InDoubt() implements Claim {}
    }

    /**
     * Claims a key for a call.
     *
     * @param argsHash a digest of the call's arguments
     * @param until the latest time of the call's end; after that it is in doubt
     */
    Claim claim(Key key, String argsHash, Instant now, Instant until);

    /** Records the final outcome of a call with a claimed key. */
    void finish(Key key, String outcome);

    /** Frees a claimed key, because its call did nothing that must not be repeated. */
    void release(Key key);
}
