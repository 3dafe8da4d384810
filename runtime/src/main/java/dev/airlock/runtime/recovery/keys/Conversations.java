package dev.airlock.runtime.recovery.keys;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.Reason;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.text.Details;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.runtime.recovery.journal.Journal;
import dev.airlock.runtime.recovery.journal.RecoveryEvent;
import dev.airlock.runtime.recovery.journal.RecoveryEvent.Subject;
import dev.airlock.runtime.recovery.journal.RecoveryListener;
import dev.airlock.runtime.recovery.result.CallEnd;
import dev.airlock.runtime.recovery.store.ConversationStore;
import dev.airlock.runtime.recovery.store.ConversationStore.Admission;
import dev.airlock.runtime.recovery.store.ConversationStore.Beginning;
import dev.airlock.runtime.recovery.store.ConversationStore.Begun;
import dev.airlock.runtime.recovery.store.ConversationStore.Ended;
import dev.airlock.runtime.recovery.store.StoreUnavailableException;
import dev.airlock.runtime.recovery.time.RandomSource;
import dev.airlock.runtime.recovery.time.Time;
import dev.airlock.sandbox.api.Cancellation;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Admits the calls of conversations, so that an agent that repeats a call does nothing twice. Of similar calls, one runs at a time. If a
 * call was cancelled or may have taken effect, another like it is refused for ten minutes, unless the caller insists. If a call failed and
 * is safe to repeat, the next one runs under its key, so that work already done is recognised.
 *
 * <p>Thread-safe, and safe between processes that share the store.
 */
public final class Conversations {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** How long a call waits for a similar one to end, unless it has less time. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A call of a live process that has run longer counts as forgotten. */
    private static final Duration LONGEST = Duration.ofHours(24);

    private final ConversationStore store;
    private final Time time;
    private final RandomSource randomSource;
    private final RecoveryListener listener;
    /** Finished calls whose end the store did not accept, by audit id. */
    private final Map<String, Unrecorded> unrecorded = new ConcurrentHashMap<>();

    public Conversations(ConversationStore store, Time time, RandomSource randomSource, RecoveryListener listener) {
        this.store = store;
        this.time = time;
        this.randomSource = randomSource;
        this.listener = listener;
    }

    /** The end of a call with this likeness and key. */
    private record Unrecorded(String likeness, String key, CallEnd ending) {
        SideEffects sideEffects() {
            return ending.sideEffects(key);
        }
    }

    /**
     * The properties that make two calls similar.
     *
     * @param actor the actor on whose behalf it is made
     * @param conversation the host's name for the conversation
     * @param what the action with its version, or the connector with its operation
     * @param args the arguments; their formatting does not matter
     */
    public record Likeness(String actor, String conversation, String what, ObjectNode args) {
        String digest() {
            MessageDigest digest = Sha256.digest();
            new LengthPrefixed(actor, conversation, what)
                    .and(CanonicalJson.of(args))
                    .feed(digest::update);
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    /**
     * A call that asks to begin.
     *
     * @param likeness identifies its repetitions
     * @param subject the call as messages name it: the operation and its connector, or the action and no connector
     * @param key the caller's key, which always applies
     * @param own the key derived from the call itself. The call uses it, or the key that followed from it, unless it continues an earlier
     *     call under that call's key; empty: no key is derived
     * @param drawn the random key to use if there is no other key, or the caller insists; empty: one is generated
     * @param insists whether to make the call although an earlier one may have taken effect
     * @param patience how long it waits for a similar call
     * @param cancellation cancels the call
     */
    public record Wanted(
            Likeness likeness,
            Subject subject,
            Optional<String> key,
            Optional<String> own,
            Optional<String> drawn,
            boolean insists,
            Duration patience,
            Cancellation cancellation) {
        private String name() {
            return subject.connector().isEmpty()
                    ? "Action " + subject.op()
                    : "Operation " + subject.op() + " of " + subject.connector();
        }
    }

    /** The decision whether a call may begin. */
    public sealed interface Entry {
        /** The call may begin. Close its permit when it is over. */
        record Admitted(Permit permit) implements Entry {}

        /**
         * The call is not made.
         *
         * @param failure the known facts about the call that blocks it, and how to insist
         * @param earlier the possible side effects of the blocking call
         */
        record Refused(Failure failure, SideEffects earlier) implements Entry {}

        /**
         * The caller cancelled the call while it waited.
         *
         * @param earlier the possible side effects of the running similar call
         */
        record Cancelled(SideEffects earlier) implements Entry {}
    }

    /** The permit of one call to run, until it is closed. */
    public final class Permit implements AutoCloseable {
        private final String likeness;
        private final Wanted wanted;
        private final Journal journal;
        private final String key;
        private final CallEnd earlier;
        private CallEnd ending = CallEnd.UNKNOWN;

        private Permit(String likeness, Wanted wanted, Journal journal, String key, CallEnd earlier) {
            this.likeness = likeness;
            this.wanted = wanted;
            this.journal = journal;
            this.key = key;
            this.earlier = earlier;
        }

        /** Returns the call's key. */
        public String key() {
            return key;
        }

        /** Returns the possible side effects of the call that this one continues. They count as side effects of this call too. */
        public SideEffects earlier() {
            return earlier.sideEffects(key);
        }

        /** Sets how the call ended. */
        public void ended(CallEnd how) {
            ending = how.after(earlier);
        }

        /** Returns the permit. Without an earlier {@link #ended}, the call is in doubt. */
        @Override
        public void close() {
            String id = wanted.subject().auditId().value();
            unrecorded.put(id, new Unrecorded(likeness, key, ending));
            try {
                written(likeness, id, ending);
            } catch (StoreUnavailableException e) {
                suppressed(
                        wanted,
                        journal,
                        "record of the outcome",
                        "The store cannot be written, so the call stays in doubt.");
            }
        }
    }

    /**
     * Admits a call, or says why not.
     *
     * @param journal the call's record
     */
    public Entry admit(Wanted wanted, Journal journal) {
        return new Entering(wanted, journal.and(listener)).entry();
    }

    /** One call that asks for admission. */
    private final class Entering {
        private final Wanted wanted;
        private final Journal journal;
        private final String likeness;
        private final String key;
        private final Instant start = time.now();
        private SideEffects running = SideEffects.NONE;

        Entering(Wanted wanted, Journal journal) {
            this.wanted = wanted;
            this.journal = journal;
            this.likeness = wanted.likeness().digest();
            this.key = wanted.key()
                    .or(() -> wanted.insists() ? Optional.empty() : wanted.own())
                    .or(wanted::drawn)
                    .orElseGet(randomSource::key);
        }

        Entry entry() {
            Optional<Entry> entry = ask();
            while (entry.isEmpty()) {
                if (!waited()) {
                    return new Entry.Cancelled(running);
                }
                entry = ask();
            }
            return entry.get();
        }

        /** @return empty while a similar call runs or another process locks the store */
        private Optional<Entry> ask() {
            Instant now = time.now();
            boolean isLate = Duration.between(start, now).compareTo(wanted.patience()) >= 0;
            try {
                return ask(now, isLate);
            } catch (StoreUnavailableException e) {
                return e.isBusy() && !isLate
                        ? Optional.empty()
                        : Optional.of(new Entry.Refused(unavailable(wanted, e.sentences()), remembered()));
            }
        }

        /** Returns the possible side effects of a similar call, as far as this process knows without the store. */
        private SideEffects remembered() {
            return unrecorded.values().stream()
                    .filter(one -> one.likeness().equals(likeness))
                    .map(Unrecorded::sideEffects)
                    .max(Comparator.comparing(SideEffects::effect))
                    .orElse(SideEffects.NONE);
        }

        private Optional<Entry> ask(Instant now, boolean isLate) {
            if (wanted.insists()) {
                store.insist(likeness, beginning(key, now), now);
                return Optional.of(admitted(key, CallEnd.NOTHING));
            }
            Admission admission = store.begin(likeness, beginning(key, now), now);
            if (admission instanceof Admission.Granted granted) {
                return Optional.of(admitted(granted.key(), CallEnd.NOTHING));
            }
            if (admission instanceof Admission.Followed followed) {
                return following(followed.earlier(), now);
            }
            Begun other = ((Admission.Running) admission).earlier();
            Optional.ofNullable(unrecorded.get(other.auditId()))
                    .ifPresent(known -> written(likeness, other.auditId(), known.ending()));
            running = SideEffects.UNKNOWN.under(other.key());
            return isLate ? Optional.of(refused(wanted, EarlierCall.running(other))) : Optional.empty();
        }

        /** Decides by the earlier call that blocks a repetition, or else by the latest one. */
        private Optional<Entry> following(List<Ended> earlier, Instant now) {
            List<EarlierCall> all = earlier.stream().map(EarlierCall::of).toList();
            Optional<EarlierCall> inTheWay =
                    all.stream().filter(one -> one.ending().blocks()).findFirst();
            return inTheWay.isPresent() ? inTheWay.map(one -> refused(wanted, one)) : goOn(all.get(0), now);
        }

        private Optional<Entry> goOn(EarlierCall earlier, Instant now) {
            String same = wanted.key().orElse(earlier.key());
            if (!store.replace(likeness, earlier.auditId(), beginning(same, now), now)) {
                return Optional.empty();
            }
            if (!same.equals(key)) {
                suppressed(
                        wanted,
                        journal,
                        "new key",
                        "It uses the key of " + earlier.auditId() + ", which " + earlier.how() + ".");
            }
            boolean goesOn = same.equals(earlier.key());
            return Optional.of(admitted(same, goesOn ? earlier.ending() : CallEnd.NOTHING));
        }

        private Entry admitted(String under, CallEnd earlier) {
            return new Entry.Admitted(new Permit(likeness, wanted, journal, under, earlier));
        }

        private Beginning beginning(String under, Instant now) {
            Begun call = new Begun(wanted.subject().auditId().value(), under, now);
            return new Beginning(call, wanted.own(), now.plus(LONGEST));
        }

        private boolean waited() {
            try {
                time.sleep(LOOK_AGAIN, wanted.cancellation());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            return !wanted.cancellation().requested();
        }
    }

    private void written(String likeness, String auditId, CallEnd ending) {
        if (ending.isSettled()) {
            store.forget(likeness, auditId);
        } else {
            store.end(likeness, auditId, ending.write(), time.now());
        }
        unrecorded.remove(auditId);
    }

    private static void suppressed(Wanted wanted, Journal journal, String what, String why) {
        journal.decide(new RecoveryEvent.Suppressed(wanted.subject(), what, why));
    }

    private static Entry refused(Wanted wanted, EarlierCall earlier) {
        Failure failure = Failure.connectorRuntimeError(
                wanted.subject().auditId(),
                Reason.KEY_REUSED,
                wanted.name() + " was not called again. " + earlier.sentence()
                        + " To do it anyway, ask the person it is for; the host then repeats it with insisting() on the"
                        + " call.",
                Details.none().put("key_state", earlier.keyState()).put("earlier", earlier.toDetails()));
        return new Entry.Refused(failure, earlier.sideEffects());
    }

    private static Failure unavailable(Wanted wanted, String why) {
        return Failure.connectorRuntimeError(
                wanted.subject().auditId(),
                Reason.STORE_UNAVAILABLE,
                wanted.name() + " was not called, because its start cannot be recorded. " + why,
                Details.none());
    }
}
