package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import java.util.List;
import java.util.Optional;

/** Something that an audit log records. Number, time and hashes are added when it is written. */
public sealed interface AuditEvent {
    /** Who did what with which connector. */
    AuditSubject subject();

    /** The record's kind. */
    AuditKind kind();

    /** The record's own fields. */
    ObjectNode details();

    /** Whether it speaks of something that went wrong. */
    default boolean failed() {
        return false;
    }

    /**
     * A call is about to be made.
     *
     * @param arguments as much of its arguments as the policy lets the log keep
     * @param idempotencyKey the key under which it goes
     * @param action the text that runs, if it is an action
     */
    record CallIntent(AuditSubject subject, JsonNode arguments, String idempotencyKey, ActionText action)
            implements AuditEvent {
        /** A call of a connector. */
        public CallIntent(AuditSubject subject, JsonNode arguments, String idempotencyKey) {
            this(subject, arguments, idempotencyKey, ActionText.NONE);
        }

        @Override
        public AuditKind kind() {
            return AuditKind.CALL_INTENT;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty();
            details.set("arguments", arguments);
            details.put("idempotency_key", idempotencyKey);
            if (!action.equals(ActionText.NONE)) {
                details.putObject("action").put("version", action.version()).put("hash", action.hash());
            }
            return details;
        }
    }

    /**
     * Which text an action's call runs.
     *
     * @param version the action's version
     * @param hash the hash of its file's bytes, {@code sha256:} and 64 hex digits
     */
    record ActionText(String version, String hash) {
        /** No action's. */
        public static final ActionText NONE = new ActionText("", "");
    }

    /** How a call ended. */
    enum Ending {
        SUCCEEDED("succeeded"),
        PARTIAL("partial"),
        FAILED("failed"),
        CANCELLED("cancelled"),
        /** The call was never made: its intent was not durable in time. */
        NOT_MADE("not_made");

        private final String wireName;

        Ending(String wireName) {
            this.wireName = wireName;
        }

        /** The name in {@code details.ending}. */
        public String wireName() {
            return wireName;
        }
    }

    /**
     * What a call came to.
     *
     * @param usage what it used, by the names of the outcome's document
     * @param failure why it failed, if it did
     * @param recovery what recovery did for it: attempts, fallback, effect; empty if it was not asked to
     */
    record CallOutcome(
            AuditSubject subject, Ending ending, ObjectNode usage, Optional<Failure> failure, ObjectNode recovery)
            implements AuditEvent {
        /** The outcome of a call that was not recovered. */
        public CallOutcome(AuditSubject subject, Ending ending, ObjectNode usage, Optional<Failure> failure) {
            this(subject, ending, usage, failure, empty());
        }

        @Override
        public AuditKind kind() {
            return AuditKind.CALL_OUTCOME;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty().put("ending", ending.wireName());
            details.set("usage", usage);
            failure.ifPresent(why -> details.set("failure", FailureEnvelope.errorNode(why)));
            if (!recovery.isEmpty()) {
                details.set("recovery", recovery);
            }
            return details;
        }

        @Override
        public boolean failed() {
            return ending == Ending.FAILED || ending == Ending.NOT_MADE;
        }
    }

    /**
     * One attempt ended.
     *
     * @param attempt which, from 1
     * @param ending how it ended
     * @param failure why it failed, if it did
     */
    record Attempt(AuditSubject subject, int attempt, Ending ending, Optional<Failure> failure) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.ATTEMPT;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty().put("attempt", attempt).put("ending", ending.wireName());
            failure.ifPresent(why -> details.set("failure", FailureEnvelope.errorNode(why)));
            return details;
        }

        @Override
        public boolean failed() {
            return failure.isPresent();
        }
    }

    /**
     * One exchange ended.
     *
     * @param method the request's method
     * @param target where it went: the canonical {@code host:port}, with as much of the path as is recorded
     * @param hop 0 for the request itself, 1 for the first redirect that was followed
     * @param requestSent whether a byte of it may have gone out
     * @param status the answer's status; 0 if there was none
     * @param problem how it broke, by the name in {@code details.kind} of a network_error, or {@link #ENDED_WITH_CALL}; empty if it
     *     did not
     * @param bytesOut bytes of the request's body
     * @param bytesIn bytes of the answer's body, decoded
     * @param millis how long it took
     */
    record Exchange(
            AuditSubject subject,
            String method,
            String target,
            int hop,
            boolean requestSent,
            int status,
            String problem,
            long bytesOut,
            long bytesIn,
            long millis)
            implements AuditEvent {
        /** The problem of an exchange that Airlock broke off, because the call was over. */
        public static final String ENDED_WITH_CALL = "ended_with_call";

        @Override
        public AuditKind kind() {
            return AuditKind.EXCHANGE;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty().put("method", method)
                    .put("target", target)
                    .put("hop", hop)
                    .put("request_sent", requestSent);
            if (status > 0) {
                details.put("status", status);
            }
            if (!problem.isEmpty()) {
                details.put("problem", problem);
            }
            return details.put("bytes_out", bytesOut).put("bytes_in", bytesIn).put("ms", millis);
        }

        @Override
        public boolean failed() {
            return !problem.isEmpty() || status >= 400;
        }
    }

    /**
     * A capability check refused something.
     *
     * @param boundary which check it was, by the name in a failure's {@code boundary}
     * @param requested what was asked for
     * @param granted what is granted of that kind
     * @param fix what to add so that it is allowed; empty if nothing can allow it
     */
    record Denial(AuditSubject subject, String boundary, String requested, List<String> granted, String fix)
            implements AuditEvent {
        /** Copies the list. */
        public Denial {
            granted = List.copyOf(granted);
        }

        @Override
        public AuditKind kind() {
            return AuditKind.DENIAL;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty().put("boundary", boundary).put("requested", requested);
            granted.forEach(details.putArray("granted")::add);
            return details.put("fix", fix);
        }

        @Override
        public boolean failed() {
            return true;
        }
    }

    /**
     * A limit ended a call.
     *
     * @param limit its name
     * @param aspect which of the limits of that name; empty for a name of its own
     * @param configured the limit in force, in its unit
     * @param used what was used or asked for, in the same unit
     */
    record Limit(AuditSubject subject, String limit, String aspect, long configured, long used) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.LIMIT;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty().put("limit", limit);
            if (!aspect.isEmpty()) {
                details.put("aspect", aspect);
            }
            return details.put("configured", configured).put("used", used);
        }

        @Override
        public boolean failed() {
            return true;
        }
    }

    /**
     * A failure was classified.
     *
     * @param attempt the attempt that failed, from 1
     * @param verdict what it means
     * @param recovery what will be done
     */
    record Decision(AuditSubject subject, int attempt, String verdict, String recovery) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.DECISION;
        }

        @Override
        public ObjectNode details() {
            return empty().put("attempt", attempt).put("verdict", verdict).put("recovery", recovery);
        }
    }

    /**
     * Recovery did something, or left it.
     *
     * @param what by the name of its event, such as {@code retry_scheduled}
     * @param why in a few words; may be empty
     */
    record Recovery(AuditSubject subject, String what, String why) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.RECOVERY;
        }

        @Override
        public ObjectNode details() {
            return empty().put("what", what).put("why", why);
        }
    }

    /**
     * Somebody agreed to something.
     *
     * @param what what was agreed to, such as {@code binding} or {@code private_host}
     * @param subjects the things that it is about, each in words
     */
    record Consent(AuditSubject subject, String what, List<String> subjects) implements AuditEvent {
        /** Copies the list. */
        public Consent {
            subjects = List.copyOf(subjects);
        }

        @Override
        public AuditKind kind() {
            return AuditKind.CONSENT;
        }

        @Override
        public ObjectNode details() {
            ObjectNode details = empty().put("what", what);
            ArrayNode array = details.putArray("subjects");
            subjects.forEach(array::add);
            return details;
        }
    }

    /**
     * A credential went along with a request.
     *
     * @param binding the binding's name
     * @param credential the credential's kind
     * @param host the canonical {@code host:port} that it went to
     */
    record BindingUse(AuditSubject subject, String binding, String credential, String host) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.BINDING_USE;
        }

        @Override
        public ObjectNode details() {
            return empty().put("binding", binding).put("credential", credential).put("host", host);
        }
    }

    /** The caller cancelled a call. */
    record Cancellation(AuditSubject subject) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.CANCELLATION;
        }

        @Override
        public ObjectNode details() {
            return empty();
        }
    }

    /**
     * Old records were removed.
     *
     * @param upTo the number of the last record that was removed
     * @param records how many were removed
     */
    record Retention(AuditSubject subject, long upTo, long records) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.RETENTION;
        }

        @Override
        public ObjectNode details() {
            return empty().put("up_to", upTo).put("records", records);
        }
    }

    /**
     * A writer found that nobody had signed the log's end, or that nobody with the key had written it.
     *
     * @param upTo the number of the last record that was there
     * @param unsigned how many of the records up to there no checkpoint signed
     * @param seal what the seal beside the end said
     */
    record OpenEnd(AuditSubject subject, long upTo, long unsigned, EndSeal seal) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.OPEN_END;
        }

        @Override
        public ObjectNode details() {
            return empty().put("up_to", upTo).put("unsigned", unsigned).put("seal", seal.wireName());
        }

        @Override
        public boolean failed() {
            return seal == EndSeal.BROKEN;
        }
    }

    /**
     * A head could not be kept elsewhere.
     *
     * @param seq the number of its record
     * @param why in a few words
     */
    record HeadLost(AuditSubject subject, long seq, String why) implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.HEAD_LOST;
        }

        @Override
        public ObjectNode details() {
            return empty().put("seq", seq).put("why", why);
        }

        @Override
        public boolean failed() {
            return true;
        }
    }

    /**
     * The key of the log's checkpoints gave way to another.
     *
     * @param old the key that signs no more, in base64 of its SubjectPublicKeyInfo
     * @param next the key that signs from there on, likewise
     * @param oldSignature what the first signed, in base64
     * @param newSignature what the other signed, in base64
     */
    record KeyChanged(AuditSubject subject, String old, String next, String oldSignature, String newSignature)
            implements AuditEvent {
        @Override
        public AuditKind kind() {
            return AuditKind.KEY_CHANGE;
        }

        @Override
        public ObjectNode details() {
            return empty().put("old", old)
                    .put("new", next)
                    .put("old_signature", oldSignature)
                    .put("new_signature", newSignature);
        }
    }

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }
}
