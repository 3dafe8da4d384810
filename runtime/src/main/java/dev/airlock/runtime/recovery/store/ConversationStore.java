package dev.airlock.runtime.recovery.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Calls of conversations, as far as a repetition has to know of them: those that run, and those that ended a while ago and did not
 * simply succeed. Calls that are alike, of the same actor, conversation, action and arguments, have the same likeness.
 */
public interface ConversationStore {
    /** How long an ending is kept. */
    Duration KEPT = Duration.ofMinutes(10);

    /** How long it is kept to which key the key of a call leads: as long as outcomes are kept under keys. */
    Duration LEADS = KeyStore.KEPT;

    /**
     * A call.
     *
     * @param auditId where the audit log keeps it
     * @param key the idempotency key under which it goes
     * @param beganAt when it was admitted
     */
    record Begun(String auditId, String key, Instant beganAt) {}

    /**
     * A call that is to begin.
     *
     * @param own the key that is made of what the call is, by which it is known when it comes again; from now on that leads to the key
     *     under which it goes; empty: nothing is made of it
     * @param until when it is over at the latest; later, nobody knows how it ended
     */
    record Beginning(Begun call, Optional<String> own, Instant until) {}

    /**
     * How a call ended.
     *
     * @param at when; where nobody saw its end, when that was noticed
     * @param ending what was written down of it; empty if its process is gone, and nobody knows how it ended
     */
    record Ended(Begun call, Instant at, Optional<String> ending) {}

    /** What asking for admission came to. */
    sealed interface Admission {
        /**
         * No call like it is in the way: it runs, and has to be ended or forgotten.
         *
         * @param key the key under which it goes: that to which the one that was asked for leads, since it went under that before; else
         *     that one
         */
        record Granted(String key) implements Admission {}

        /** One like it runs. */
        record Running(Begun earlier) implements Admission {}

        /**
         * Some like it ended a short while ago, and are to be looked at. Nothing was changed.
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

    /** Asks to begin a call. */
    Admission begin(String likeness, Beginning call, Instant now);

    /**
     * Begins a call in the place of one like it that ended, which is forgotten.
     *
     * @param earlier the audit id of that one
     * @return false if it is not there any more, or another one runs; then nothing was changed
     */
    boolean replace(String likeness, String earlier, Beginning call, Instant now);

    /** Begins a call whatever is in its way, and forgets those like it that ended. */
    void insist(String likeness, Beginning call, Instant now);

    /** A call ended, and a repetition has to know how. */
    void end(String likeness, String auditId, String ending, Instant at);

    /** A call ended, and may be followed by any other. */
    void forget(String likeness, String auditId);
}
