package dev.airlock.runtime.audit.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.hash.Sha256;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.event.PendingRecord;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.Head;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * The form of a record: its body, and the hash that the next record includes. The hash is SHA-256 over {@code airlock-audit-record-v1}, a
 * zero byte, and the stored body in UTF-8.
 */
public final class RecordForm {
    private static final byte[] DOMAIN = "airlock-audit-record-v1\0".getBytes(StandardCharsets.UTF_8);

    private RecordForm() {}

    /** Returns the record that follows a head. */
    static AuditRecord next(String logId, Head head, PendingRecord pending) {
        AuditSubject subject = pending.subject();
        String body = StrictJson.write(body(logId, head, pending));
        return new AuditRecord(
                head.seq() + 1,
                pending.eventId(),
                subject.call().value(),
                subject.id().value(),
                pending.event().kind().wireName(),
                pending.at().toEpochMilli(),
                subject.connector().name(),
                pending.event().failed(),
                hash(body),
                body);
    }

    private static ObjectNode body(String logId, Head head, PendingRecord pending) {
        AuditSubject subject = pending.subject();
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("v", 1).put("log", logId);
        body.put("seq", head.seq() + 1).put("prev", head.hash()).put("event", pending.eventId());
        body.put("time", Instant.ofEpochMilli(pending.at().toEpochMilli()).toString());
        body.put("kind", pending.event().kind().wireName());
        body.put("call", subject.call().value()).put("id", subject.id().value());
        body.put("actor", subject.actor());
        body.putObject("connector")
                .put("name", subject.connector().name())
                .put("version", subject.connector().version())
                .put("publisher", subject.connector().publisher())
                .put("hash", subject.connector().hash());
        body.put("op", subject.op()).put("failed", pending.event().failed());
        body.set("details", pending.details());
        return body;
    }

    /** Returns the hash of a body. */
    public static String hash(String body) {
        return Sha256.hex(DOMAIN, body.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns a record as one line of an export: its body, with its hash as the last member.
     *
     * @throws ChangedLogException if it was changed, since it might then not be a single line
     */
    public static String line(AuditRecord row) {
        String body = row.body();
        if (!hash(body).equals(row.hash())
                || parse(row).map(JsonNode::isEmpty).orElse(true)
                || body.lines().count() != 1
                || !body.endsWith("}")) {
            throw new ChangedLogException(
                    new AuditProblem(AuditProblem.Kind.ALTERED, row.seq(), "it is not the line that was written"));
        }
        return body.substring(0, body.length() - 1) + ",\"hash\":\"" + row.hash() + "\"}";
    }

    /** Returns the body as a tree; empty if it is invalid. */
    public static Optional<JsonNode> parse(AuditRecord row) {
        try {
            JsonNode body = StrictJson.read(row.body());
            return body.isObject() ? Optional.of(body) : Optional.empty();
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the fields for lookup agree with the body. */
    static boolean agrees(AuditRecord row, JsonNode body) {
        return body.path("seq").asLong() == row.seq()
                && body.path("event").asText().equals(row.event())
                && body.path("call").asText().equals(row.call())
                && body.path("id").asText().equals(row.id())
                && body.path("kind").asText().equals(row.kind())
                && body.path("time")
                        .asText()
                        .equals(Instant.ofEpochMilli(row.atMillis()).toString())
                && body.path("connector").path("name").asText().equals(row.connector())
                && body.path("failed").asBoolean() == row.failed();
    }
}
