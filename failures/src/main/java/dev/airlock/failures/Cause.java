package dev.airlock.failures;

import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The cause of a failure, as the host knows it. Decisions about a failure use its cause; the {@code details} of the envelope are derived
 * from it. Immutable.
 */
public sealed interface Cause {
    /** Calls the method for this kind of cause, so the compiler finds a forgotten kind. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each kind of cause.
     *
     * @param <T> the type that the methods return
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

    /** Bytes differ from those that were agreed on. */
    sealed interface Integrity extends Cause permits WrongHash, BadSignature {
        /** Returns the thing that was checked, such as {@code github://acme/slack@1.2.0}. */
        String subject();
    }

    /** A fault of the connector, of Airlock or of the way the connector was called. */
    sealed interface AtConnector extends Cause permits Trapped, Exited, BadInput, Faulty {
        /** Returns the reason in {@code details.reason}. */
        Reason reason();
    }

    /**
     * A capability check refused something.
     *
     * @param requested the exact name of the thing that was asked for
     * @param granted the grants of that kind
     * @param fix the text to paste or the action to take; empty if nothing can allow it
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
     * @param credential its name in the manifest, if it has one
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
     * Bytes on disk differ from those that were pinned.
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
     * A limit ended the call: one of its own limits, or the time that its caller gave it.
     *
     * @param configured the limit in force, in the limit's unit
     * @param used the amount that the call used or asked for, in the same unit
     * @param before the facts that led the call to the limit
     */
    record LimitReached(LimitName limit, long configured, long used, BeforeLimit before) implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.limitReached(this);
        }
    }

    /**
     * The host had no memory for the call, or for loading its connector, because others held it. Neither the connector nor the service is
     * at fault, and the same call may succeed later.
     *
     * @param configured the memory that all calls and loads of the host may take together, in bytes
     * @param used the memory in use, in bytes
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
     * The caller's arguments are wrong; a caller who corrects them may call again.
     *
     * @param problems the problems, each with its field
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

    /** Any other fault; its reason says enough. */
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
     * @param host the host that was asked, {@code api.example.com:443}
     * @param claimedClass the failure class that the connector claims; empty if it claims none
     * @param binding the binding whose credential the request carried, if it carried one
     * @param retryAfter the answer's {@code Retry-After}, clean, or the seconds to wait that other headers ask for; may be empty
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

        /** Returns an answer about which nothing else is known. */
        public static Answered of(int status, String host) {
            return new Answered(status, host, "", Optional.empty(), "", "");
        }

        /** Returns whether the service says that it was asked too often. */
        public boolean isRateLimit() {
            return isRateLimit(status, retryAfter);
        }

        /**
         * Returns whether a status and its headers say that the service was asked too often: 429 (RFC 6585, 4), or 403 with a time to wait,
         * as GitHub and others answer.
         *
         * @param retryAfter the time to wait that the service asks for; may be empty
         */
        public static boolean isRateLimit(int status, String retryAfter) {
            return status == TOO_MANY || (status == FORBIDDEN && !retryAfter.isBlank());
        }

        /** Returns whether the same request may have another answer next time. */
        public boolean isTransient() {
            return isRateLimit() || Failure.isTransient(status);
        }

        /** Returns whether the service forbids a retry. */
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
     * @param host the host that was asked
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
     * @param host the host that would have been asked
     * @param lastStatus the status of its last answer; empty if its connection broke
     * @param retryAt the time when it is asked again
     */
    record CircuitOpen(String host, OptionalInt lastStatus, Instant retryAt) implements Cause {
        /** Returns the time when the host is asked again, rounded up to a whole second for messages. */
        public Instant shownRetryAt() {
            Instant second = retryAt.truncatedTo(ChronoUnit.SECONDS);
            return second.equals(retryAt) ? second : second.plusSeconds(1);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.circuitOpen(this);
        }
    }

    /** The cause is unknown, because the envelope that was read does not give it. */
    record Unknown() implements Cause {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.unknown(this);
        }
    }
}
