package dev.airlock.runtime.audit.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of a log at some moment, to keep elsewhere. It exposes a log that was truncated before it, or rebuilt.
 *
 * @param log the log's id
 * @param seq the number of the last record at that time
 * @param hash the hash of that record
 * @param at when it was signed
 */
public record KeptHead(String log, long seq, String hash, Instant at) {
    /** Returns the head as one line of JSON, without a line terminator. */
    public String line() {
        return StrictJson.write(JsonNodeFactory.instance
                .objectNode()
                .put("log", log)
                .put("seq", seq)
                .put("hash", hash)
                .put("time", at.toString()));
    }

    /** Parses a line; returns empty if it holds no head. */
    public static Optional<KeptHead> parse(String line) {
        try {
            JsonNode head = StrictJson.read(line);
            String hash = head.path("hash").asText();
            return hash.matches("[0-9a-f]{64}") && head.path("seq").isIntegralNumber()
                    ? Optional.of(new KeptHead(
                            head.path("log").asText(),
                            head.path("seq").asLong(),
                            hash,
                            Instant.parse(head.path("time").asText())))
                    : Optional.empty();
        } catch (MalformedJsonException | DateTimeException e) {
            return Optional.empty();
        }
    }
}
