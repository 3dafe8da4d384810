package dev.airlock.sandbox.recording.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.recording.Recording;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Writes the beginning and the end of a recording as JSON objects, and reads them. */
public final class RecordingJson {
    private RecordingJson() {}

    /** Writes the request. */
    public static ObjectNode write(Recording.Asked asked, Map<LimitName, Long> limits) {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("audit_id", asked.auditId().value())
                .put("op", asked.op());
        json.set("args", asked.args());
        json.put("idempotency_key", asked.idempotencyKey()).put("attempt", asked.attempt());
        ObjectNode amounts = json.putObject("limits");
        new EnumMap<>(limits).forEach((name, amount) -> amounts.put(Fields.word(name), amount));
        return json;
    }

    /** Reads the request. */
    public static Recording.Asked readCall(JsonNode node) throws BadRecordingException {
        Fields json = new Fields(node);
        String id = json.text("audit_id");
        try {
            return new Recording.Asked(
                    new AuditId(id),
                    json.text("op"),
                    json.node("args"),
                    json.text("idempotency_key"),
                    json.small("attempt", 1, Integer.MAX_VALUE));
        } catch (IllegalArgumentException e) {
            throw new BadRecordingException("has an invalid audit id");
        }
    }

    /** Reads the limits that applied, each within its permitted range. */
    public static Map<LimitName, Long> limits(JsonNode node) throws BadRecordingException {
        Fields json = new Fields(node).object("limits");
        Map<LimitName, Long> limits = new EnumMap<>(LimitName.class);
        for (LimitName name : LimitName.values()) {
            String word = Fields.word(name);
            LimitRule rule = LimitRule.of(name);
            long amount = json.number(word);
            if (amount < rule.minimum() || amount > rule.ceiling()) {
                throw new BadRecordingException("has a limit " + word + " outside the permitted range");
            }
            limits.put(name, amount);
        }
        return limits;
    }

    /** Writes the result. */
    public static ObjectNode write(Recording.End end) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("outcome", end.outcome());
        json.put("fuel", end.fuel()).put("memory_peak_bytes", end.memoryPeakBytes());
        end.cut().ifPresent(termination -> json.set("cut", TerminationJson.write(termination)));
        return json.put("complete", end.isComplete()).put("redacted", end.isRedacted());
    }

    /** Reads the result. */
    public static Recording.End end(JsonNode node) throws BadRecordingException {
        Fields json = new Fields(node);
        Optional<Termination.ByHost> cut =
                json.has("cut") ? Optional.of(TerminationJson.read(json.object("cut"))) : Optional.empty();
        return new Recording.End(
                json.node("outcome"),
                json.count("fuel"),
                json.count("memory_peak_bytes"),
                cut,
                json.flag("complete"),
                json.flag("redacted"));
    }
}
