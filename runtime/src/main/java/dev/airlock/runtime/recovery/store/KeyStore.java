package dev.airlock.runtime.recovery.store;

import java.time.Duration;
import java.time.Instant;

/**
 * Idempotency keys: which calls run, and what finished ones came to. A key is kept for 24 hours after it was claimed,
 * and as long as its call runs.
 */
public interface KeyStore {
    /** How long a key is kept. */
    Duration KEPT = Duration.ofHours(24);

    /**
     * Where a key belongs; the same key elsewhere is another key.
     *
     * @param actor on whose behalf
     * @param connector the connector's name
     * @param operation the operation's name
     * @param key the key
     */
    record Key(String actor, String connector, String operation, String key) {}

    /** What a claim came to. */
    sealed interface Claim {
        /** Nobody had the key: the call is to be made, and the key finished or released afterwards. */
        record Granted() implements Claim {}

        /** A call with that key runs; its owner lets go of it by then at the latest. */
        record Running(Instant until) implements Claim {}

        /** A call with that key came to this. */
        record Finished(String outcome) implements Claim {}

        /** The key was used with other arguments. */
        record OtherArguments() implements Claim {}

        /** A call with that key was begun, and nobody knows what became of it. */
        record InDoubt() implements Claim {}
    }

    /**
     * Claims a key for a call.
     *
     * @param argsHash a digest of the call's arguments
     * @param until when the call is over at the latest; later it is in doubt
     */
    Claim claim(Key key, String argsHash, Instant now, Instant until);

    /** The call of a claimed key came to this, for good. */
    void finish(Key key, String outcome);

    /** The call of a claimed key did nothing that must not be done again: the key is free. */
    void release(Key key);
}
