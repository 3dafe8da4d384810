package dev.airlock.runtime.audit;

import java.util.Arrays;
import java.util.Optional;

/** What kinds of record an audit log has. The set is closed; {@code src/abi/audit-record.schema.json} publishes it. */
public enum AuditKind {
    /** A call is about to be made. Durable before its first byte goes out. */
    CALL_INTENT("call_intent"),
    /** What the call came to. */
    CALL_OUTCOME("call_outcome"),
    /** One attempt of a call ended. */
    ATTEMPT("attempt"),
    /** One HTTP exchange, or one hop of it, ended. */
    EXCHANGE("exchange"),
    /** A capability check refused something. */
    DENIAL("denial"),
    /** A limit ended a call or a load. */
    LIMIT("limit"),
    /** A failure was classified. Written before anything is done about it. */
    DECISION("decision"),
    /** Recovery did something, or left it. */
    RECOVERY("recovery"),
    /** Somebody agreed to something: a binding, an approval, a private host. */
    CONSENT("consent"),
    /** A credential went along with a request. */
    BINDING_USE("binding_use"),
    /** The caller cancelled a call. */
    CANCELLATION("cancellation"),
    /** Old records were removed behind a checkpoint. */
    RETENTION("retention"),
    /** A writer found that nobody had signed the log's end, or that nobody with the key had written it. */
    OPEN_END("open_end"),
    /** A head could not be kept elsewhere. */
    HEAD_LOST("head_lost"),
    /** The key of the log's checkpoints gave way to another. */
    KEY_CHANGE("key_change");

    private final String wireName;

    AuditKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name in a record's {@code kind}. */
    public String wireName() {
        return wireName;
    }

    /** The kind with that wire name, if there is one; names match exactly. */
    public static Optional<AuditKind> ofWireName(String wireName) {
        return Arrays.stream(values()).filter(k -> k.wireName.equals(wireName)).findFirst();
    }
}
