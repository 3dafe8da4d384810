package dev.airlock.runtime.recovery.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Calls of conversations, as far as a repetition has to know: running ones, and recent ones that did not simply succeed. Calls with the
 * same actor, conversation, action and arguments have the same likeness.
 */
public interface ConversationStore {
    /** How long the end of a call is kept. */
    Duration KEPT = Duration.ofMinutes(10);

    /** How long the link from one key to another is kept: as long as outcomes under keys. */
    Duration LEADS = KeyStore.KEPT;

    /**
     * A call.
     *
     * @param auditId its id in the audit log
     * @param key its idempotency key
     * @param beganAt when it was admitted
     */
    record Begun(String auditId, String key, Instant beganAt) {}

    /**
     * A call that asks to begin.
     *
     * @param own the key derived from the call itself, which a repetition has too. From now on it leads to the key that the call uses;
     *     empty: no key is derived
     * @param until the latest time of its end; after that its end counts as unknown
     */
    record Beginning(Begun call, Optional<String> own, Instant until) {}

    /**
     * The end of a call.
     *
     * @param at when it ended; if the end was not observed, when that was noticed
     * @param ending its stored end; empty if the process is gone and the end is unknown
     */
    record Ended(Begun call, Instant at, Optional<String> ending) {}

    /** The answer to a request for admission. */
    sealed interface Admission {
        /**
         * No similar call is in the way: the call runs, and must be ended or forgotten.
         *
         * @param key the key to use: the one that the requested key leads to, if it was used before under that; otherwise the requested one
         */
        record Granted(String key) implements Admission {}

        /** A similar call runs. */
        record Running(Begun earlier) implements Admission {}

        /**
         * Similar calls ended recently and have to be examined. Nothing was changed.
         *
         * @param earlier the latest first
         */
        record Followed(List<Ended> earlier) implements Admission {
            /** Copies the list. */
            public Followed {
                earlier = List.copyOf(earlier);
            }
        }
    }

    /** Requests admission for a call. */
    Admission begin(String likeness, Beginning call, Instant now);

    /**
     * Begins a call in place of a similar one that ended, which is forgotten.
     *
     * @param earlier the audit id of the earlier call
     * @return false if the earlier call is gone, or another one runs; then nothing was changed
     */
    boolean replace(String likeness, String earlier, Beginning call, Instant now);

    /** Begins a call regardless of others, and forgets similar ones that ended. */
    void insist(String likeness, Beginning call, Instant now);

    /** Records the end of a call that a repetition has to know. */
    void end(String likeness, String auditId, String ending, Instant at);

    /** Forgets a call that ended and may be followed by any other. */
    void forget(String likeness, String auditId);
}
