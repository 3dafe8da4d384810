package dev.airlock.runtime.audit.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.runtime.audit.key.EndSeal;
import java.util.List;
import java.util.Optional;

/** An event for the audit log. Number, time and hashes are added when it is written. */
public sealed interface AuditEvent {
    /** Returns the actor, the call and the connector. */
    AuditSubject subject();

    /** Returns the record's kind. */
    AuditKind kind();

    /** Returns the record's own fields. */
    ObjectNode details();

    /** Returns whether the event reports a failure. */
    default boolean failed() {
        return false;
    }

    /**
     * A call is about to be made.
     *
     * @param arguments the part of its arguments that the policy keeps
     * @param idempotencyKey its idempotency key
     * @param action the text that runs, if the call is an action
     */
    record CallIntent(AuditSubject subject, JsonNode arguments, String idempotencyKey, ActionText action)
            implements AuditEvent {
        /** Creates the intent of a connector's call. */
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
     * The text that an action runs.
     *
     * @param version the action's version
     * @param hash the hash of its file's bytes, {@code sha256:} and 64 hex digits
     */
    record ActionText(String version, String hash) {
        /** The value for calls that are not actions. */
        public static final ActionText NONE = new ActionText("", "");
    }

    /** The ways in which a call can end. */
    enum Ending {
        SUCCEEDED("succeeded"),
        PARTIAL("partial"),
        FAILED("failed"),
        CANCELLED("cancelled"),
        /** The call was not made, because its intent was not durable in time. */
        NOT_MADE("not_made");

        private final String wireName;

        Ending(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name in {@code details.ending}. */
        public String wireName() {
            return wireName;
        }
    }

    /**
     * The outcome of a call.
     *
     * @param usage its usage, by the names of the outcome's document
     * @param failure why it failed, if it did
     * @param recovery the summary of recovery: attempts, fallback, effect; empty without recovery
     */
    record CallOutcome(
            AuditSubject subject, Ending ending, ObjectNode usage, Optional<Failure> failure, ObjectNode recovery)
            implements AuditEvent {
        /** Creates the outcome of a call without recovery. */
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
     * @param attempt its number, from 1
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
     * @param target its target: the canonical {@code host:port}, with the recorded part of the path
     * @param hop 0 for the request itself, 1 for the first redirect that was followed
     * @param requestSent whether a byte of the request may have been sent
     * @param status the answer's status; 0 if there was none
     * @param problem how it failed, by the name in {@code details.kind} of a network_error, or {@link #ENDED_WITH_CALL}; empty if it did
     *     not
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
        /** The problem of an exchange that Airlock aborted because the call was over. */
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
     * @param boundary the check, by the name in a failure's {@code boundary}
     * @param requested the request
     * @param granted the grants of that kind
     * @param fix the addition that allows it; empty if nothing can allow it
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
     * @param aspect which of several limits with that name; empty if there is only one
     * @param configured the limit in force, in its unit
     * @param used the amount that was used or requested, in the same unit
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
     * @param verdict its verdict
     * @param recovery the next step
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
     * Recovery took or omitted a step.
     *
     * @param what the name of its event, such as {@code retry_scheduled}
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
     * A consent was given.
     *
     * @param what the kind of consent, such as {@code binding} or {@code private_host}
     * @param subjects the items that it covers, each in words
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
     * A credential was sent with a request.
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
     * @param records the number of removed records
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
     * A writer found the log's end unsigned, or not written by a holder of the key.
     *
     * @param upTo the number of the last record at that time
     * @param unsigned how many of the records up to there no checkpoint had signed
     * @param seal the state of the seal at the end
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
     * The key of the log's checkpoints was replaced.
     *
     * @param old the replaced key, in base64 of its SubjectPublicKeyInfo
     * @param next the key that signs from then on, likewise
     * @param oldSignature the old key's signature, in base64
     * @param newSignature the new key's signature, in base64
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
