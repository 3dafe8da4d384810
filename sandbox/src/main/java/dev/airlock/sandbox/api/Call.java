package dev.airlock.sandbox.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.sandbox.evidence.SendingRecord;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A request to a connector to run one operation once.
 *
 * @param op the operation's name
 * @param args its arguments, passed on without any change of a value
 * @param idempotencyKey the key by which the connector and its upstream recognise a repetition
 * @param attempt the number of the attempt, from 1
 * @param auditId the audit log's key for the call
 * @param cancellation the caller's means to end the call
 * @param wallMillis the time for the call if it is less than the limit {@code wall_time}, in milliseconds; empty: the
 *     limit
 * @param sendings keeps evidence of what it sends ahead
 */
public record Call(
        String op,
        ObjectNode args,
        String idempotencyKey,
        int attempt,
        AuditId auditId,
        Cancellation cancellation,
        OptionalLong wallMillis,
        SendingRecord sendings) {
    /** A call of which no evidence is kept ahead. */
    public Call(
            String op,
            ObjectNode args,
            String idempotencyKey,
            int attempt,
            AuditId auditId,
            Cancellation cancellation,
            OptionalLong wallMillis) {
        this(op, args, idempotencyKey, attempt, auditId, cancellation, wallMillis, SendingRecord.NONE);
    }

    /** A call with the whole wall time. */
    public Call(
            String op,
            ObjectNode args,
            String idempotencyKey,
            int attempt,
            AuditId auditId,
            Cancellation cancellation) {
        this(op, args, idempotencyKey, attempt, auditId, cancellation, OptionalLong.empty());
    }

    /** @throws IllegalArgumentException if the attempt or the time is not at least 1 */
    public Call {
        if (wallMillis.isPresent() && wallMillis.getAsLong() < 1) {
            throw new IllegalArgumentException("a call has at least a millisecond");
        }
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts are counted from 1");
        }
    }

    /** Returns a first attempt with a key, an audit id and a cancellation of its own. */
    public static Call of(String op, ObjectNode args) {
        return new Call(op, args, UUID.randomUUID().toString(), 1, AuditId.random(), new Cancellation());
    }

    /** Returns the same call with another cancellation. */
    public Call withCancellation(Cancellation other) {
        return new Call(op, args, idempotencyKey, attempt, auditId, other, wallMillis, sendings);
    }

    /** Returns the same call with another idempotency key. */
    public Call withIdempotencyKey(String key) {
        return new Call(op, args, key, attempt, auditId, cancellation, wallMillis, sendings);
    }
}
