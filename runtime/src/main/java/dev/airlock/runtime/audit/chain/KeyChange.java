package dev.airlock.runtime.audit.chain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.Head;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.util.Optional;

/**
 * A replacement of a log's key, at one record, which both keys signed.
 *
 * @param seq the number of the record
 * @param old the replaced key, in base64
 * @param next the key that signs from there on, in base64
 */
record KeyChange(long seq, String old, String next) {
    /** Returns the statement that both keys sign. */
    static byte[] statement(String logId, Head before, String old, String next) {
        return String.join("\n", "airlock-audit-key-v1", logId, "" + (before.seq() + 1), before.hash(), old, next)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the change in a record; empty unless both keys signed it for that place. */
    static Optional<KeyChange> of(AuditRecord row, String logId) {
        return RecordForm.parse(row).flatMap(body -> of(row.seq(), body, logId));
    }

    private static Optional<KeyChange> of(long seq, JsonNode body, String logId) {
        JsonNode details = body.path("details");
        String old = details.path("old").asText();
        String next = details.path("new").asText();
        byte[] statement = statement(logId, new Head(seq - 1, body.path("prev").asText()), old, next);
        return isSigned(old, statement, details.path("old_signature").asText())
                        && isSigned(
                                next, statement, details.path("new_signature").asText())
                ? Optional.of(new KeyChange(seq, old, next))
                : Optional.empty();
    }

    private static boolean isSigned(String key, byte[] statement, String signature) {
        Optional<PublicKey> known = CheckpointKey.publicKey(key);
        return known.filter(by -> CheckpointKey.verifies(by, statement, signature))
                .isPresent();
    }
}
