package dev.airlock.cli.console.outcome;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.call.UsageJson;
import dev.airlock.sandbox.api.LogLine;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.OutcomeJson;
import java.util.List;

/** Writes an outcome as the JSON document that {@code --json} prints, as described in {@code src/abi/outcome.schema.json}. */
public final class OutcomeDocument {
    private OutcomeDocument() {}

    /**
     * Returns the document of one call.
     *
     * @param auditId the id of the call in the audit log
     * @param unrecorded whether the audit log lacks the outcome
     */
    public static ObjectNode of(AuditId auditId, Outcome outcome, boolean unrecorded) {
        ObjectNode document = of(outcome).put("audit_id", auditId.value());
        return unrecorded ? document.put("unrecorded", true) : document;
    }

    /** Returns the document of an outcome without a call. */
    public static ObjectNode of(Outcome outcome) {
        ObjectNode document = OutcomeJson.of(outcome);
        document.set("usage", UsageJson.of(outcome.usage()));
        if (!(outcome instanceof Outcome.Cancelled)) {
            document.set("logs", logs(outcome.transcript().logs()));
        }
        return document;
    }

    private static ArrayNode logs(List<LogLine> lines) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        lines.forEach(line -> array.addObject().put("level", line.level()).put("message", line.message()));
        return array;
    }
}
