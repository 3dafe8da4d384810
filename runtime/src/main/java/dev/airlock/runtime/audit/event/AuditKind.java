package dev.airlock.runtime.audit.event;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of records in an audit log. The set is closed; {@code src/abi/audit-record.schema.json} publishes it. */
public enum AuditKind {
    /** A call is about to be made. Durable before its first byte is sent. */
    CALL_INTENT("call_intent"),
    /** The outcome of a call. */
    CALL_OUTCOME("call_outcome"),
    /** One attempt of a call ended. */
    ATTEMPT("attempt"),
    /** One HTTP exchange, or one hop of it, ended. */
    EXCHANGE("exchange"),
    /** A capability check refused something. */
    DENIAL("denial"),
    /** A limit ended a call or a load. */
    LIMIT("limit"),
    /** A failure was classified. Written before any step is taken. */
    DECISION("decision"),
    /** Recovery took or omitted a step. */
    RECOVERY("recovery"),
    /** A consent was given: for a binding, an approval, a private host. */
    CONSENT("consent"),
    /** A credential was sent with a request. */
    BINDING_USE("binding_use"),
    /** The caller cancelled a call. */
    CANCELLATION("cancellation"),
    /** Old records were removed behind a checkpoint. */
    RETENTION("retention"),
    /** A writer found the log's end unsigned, or not written by a holder of the key. */
    OPEN_END("open_end"),
    /** A head could not be kept elsewhere. */
    HEAD_LOST("head_lost"),
    /** The key of the log's checkpoints was replaced. */
    KEY_CHANGE("key_change");

    private final String wireName;

    AuditKind(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in a record's {@code kind}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the kind with a wire name, if there is one; names match exactly. */
    public static Optional<AuditKind> ofWireName(String wireName) {
        return Arrays.stream(values()).filter(k -> k.wireName.equals(wireName)).findFirst();
    }
}
