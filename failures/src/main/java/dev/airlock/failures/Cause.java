package dev.airlock.failures;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What made a call fail, as the host knows it. Everything that decides about a failure decides over its cause; the {@code details} of the
 * envelope are written from it. Immutable.
 */
public sealed interface Cause {
    /** Hands this to the method for its kind, so that no kind can be forgotten. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each kind of cause.
     *
     * @param <T> what they give
     */
    interface Cases<T> {
        T denied(Denied denied);

        T bindingMissing(BindingMissing missing);

        T bindingRefused(BindingRefused refused);

        T wrongHash(WrongHash wrong);

        T badSignature(BadSignature bad);

        T limitReached(LimitReached reached);

        T hostBusy(HostBusy busy);

        T trapped(Trapped trapped);

        T exited(Exited exited);

        T badInput(BadInput bad);

        T faulty(Faulty faulty);

        T answered(Answered answered);

        T broken(Broken broken);

        T circuitOpen(CircuitOpen open);

        T unknown(Unknown unknown);
    }

    /** Bytes are not those that were agreed on. */
    sealed interface Integrity extends Cause permits WrongHash, BadSignature {
        /** What was checked, such as {@code github://acme/slack@1.2.0}. */
        String subject();
    }

    /** A fault of the connector, of Airlock or of the way in which the connector was called. */
    sealed interface AtConnector extends Cause permits Trapped, Exited, BadInput, Faulty {
        /** The reason in {@code details.reason}. */
        Reason reason();
    }

    /**
     * A capability check refused something.
     *
     * @param requested what was asked for, exactly
     * @param granted what is granted of that kind
     * @param fix what to paste or to do; empty if nothing can allow it
     * @param lacksApproval whether a person's approval would have allowed it
     */
    record Denied(String requested, List<String> granted, String fix, boolean lacksApproval) implements Cause {
        /** Copies the list. */
        public Denied {
            granted = List.copyOf(granted);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.denied(this);
        }
    }

    /**
     * No credential is bound.
     *
     * @param kind the kind that the manifest declares, such as {@code api_key}
     * @param credential the name that the manifest gives it, if it gives it one
     */
    record BindingMissing(String kind, Optional<String> credential) implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.bindingMissing(this);
        }
    }

    /**
     * A credential is bound and cannot be used.
     *
     * @param kind the kind that the manifest declares
     * @param binding the binding's name, where it is known
     */
    record BindingRefused(String kind, Optional<String> binding) implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.bindingRefused(this);
        }
    }

    /**
     * Bytes on disk are not those that were pinned.
     *
     * @param expected the pinned hash, {@code sha256:} and 64 hex digits
     * @param actual the hash of the bytes, in the same form
     */
    record WrongHash(String subject, String expected, String actual) implements Integrity {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.wrongHash(this);
        }
    }

    /** A signature does not verify. */
    record BadSignature(String subject) implements Integrity {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.badSignature(this);
        }
    }

    /**
     * A limit ended the call, one of its own or the time that its caller gave it.
     *
     * @param configured the limit in force, in the limit's unit
     * @param used what the call had used or asked for, in the same unit
     * @param before how the call came to the limit
     */
    record LimitReached(LimitName limit, long configured, long used, BeforeLimit before) implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.limitReached(this);
        }
    }

    /**
     * The host had no memory for the call, or for loading its connector, because others held it. Neither connector nor service is
     * at fault, and the same call may go through later.
     *
     * @param configured what all calls and loads of the host may take together, in bytes
     * @param used what was taken, in bytes
     * @param waitedMillis how long the call waited for memory, in milliseconds
     */
    record HostBusy(long configured, long used, long waitedMillis) implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.hostBusy(this);
        }
    }

    /**
     * The guest trapped.
     *
     * @param trap the name in {@code details.trap}
     * @param functions the guest's functions on the stack, innermost first, as far as they are known; clean
     */
    record Trapped(String trap, List<String> functions) implements AtConnector {
        /** Copies the list. */
        public Trapped {
            functions = List.copyOf(functions);
        }

        @Override
        public Reason reason() {
            return Reason.TRAP;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.trapped(this);
        }
    }

    /** The guest exited with a code other than zero and without a result. */
    record Exited(long code) implements AtConnector {
        @Override
        public Reason reason() {
            return Reason.EXIT;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.exited(this);
        }
    }

    /**
     * The caller's arguments are not what is taken; a caller who corrects them may call again.
     *
     * @param problems what is wrong, each with its field
     */
    record BadInput(List<String> problems) implements AtConnector {
        /** Copies the list. */
        public BadInput {
            problems = List.copyOf(problems);
        }

        @Override
        public Reason reason() {
            return Reason.BAD_INPUT;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.badInput(this);
        }
    }

    /** Any other fault, of which the reason says enough. */
    record Faulty(Reason reason) implements AtConnector {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.faulty(this);
        }
    }

    /**
     * The service answered with an error.
     *
     * @param status the status that the host saw, 100 to 999
     * @param host whom was asked, {@code api.example.com:443}
     * @param claimedClass the class that the connector claims; empty if it claims none
     * @param binding the binding whose credential the request carried, where it carried one
     * @param retryAfter the answer's {@code Retry-After}, clean, or the seconds that other headers ask to wait; may be empty
     * @param shouldRetry the answer's {@code X-Should-Retry}, clean; may be empty
     */
    record Answered(
            int status,
            String host,
            String claimedClass,
            Optional<String> binding,
            String retryAfter,
            String shouldRetry)
            implements Cause {
        private static final int FORBIDDEN = 403;
        private static final int TOO_MANY = 429;

        /** An answer of which nothing else is known. */
        public static Answered of(int status, String host) {
            return new Answered(status, host, "", Optional.empty(), "", "");
        }

        /** Whether the service says that it was asked too often. */
        public boolean isRateLimit() {
            return isRateLimit(status, retryAfter);
        }

        /**
         * The same of a status and what came with it: 429 (RFC 6585, 4), and 403 with a time to wait, as GitHub and others answer.
         *
         * @param retryAfter the time that the service asks to wait; may be empty
         */
        public static boolean isRateLimit(int status, String retryAfter) {
            return status == TOO_MANY || (status == FORBIDDEN && !retryAfter.isBlank());
        }

        /** Whether the same may be answered otherwise next time. */
        public boolean isTransient() {
            return isRateLimit() || Failure.isTransient(status);
        }

        /** Whether the service asks not to be asked again. */
        public boolean forbidsRetry() {
            return shouldRetry.strip().equalsIgnoreCase("false");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.answered(this);
        }
    }

    /**
     * An exchange broke before a whole answer arrived.
     *
     * @param host whom was asked
     */
    record Broken(NetworkFailureKind kind, String host) implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.broken(this);
        }
    }

    /**
     * The host's circuit is open, so it was not asked.
     *
     * @param host who would have been asked
     * @param lastStatus what it answered last; empty if its connection broke
     * @param retryAt when it is asked again
     */
    record CircuitOpen(String host, OptionalInt lastStatus, Instant retryAt) implements Cause {
        /** When it is asked again, for a text: a whole second, and none before that moment. */
        public Instant shownRetryAt() {
            Instant second = retryAt.truncatedTo(ChronoUnit.SECONDS);
            return second.equals(retryAt) ? second : second.plusSeconds(1);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.circuitOpen(this);
        }
    }

    /** An envelope was read that does not say it. */
    record Unknown() implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unknown(this);
        }
    }
}
