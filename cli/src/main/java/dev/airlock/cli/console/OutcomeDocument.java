package dev.airlock.cli.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.AuditId;
import dev.airlock.runtime.audit.UsageJson;
import dev.airlock.sandbox.LogLine;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.OutcomeJson;
import java.util.List;

/** An outcome as the one JSON document that {@code --json} prints; described in {@code src/abi/outcome.schema.json}. */
public final class OutcomeDocument {
    private OutcomeDocument() {}

    /**
     * The document of one call.
     *
     * @param auditId where the audit log keeps the call
     * @param unrecorded whether the outcome is true, and the audit log does not have it
     */
    public static ObjectNode of(AuditId auditId, Outcome outcome, boolean unrecorded) {
        ObjectNode document = of(outcome).put("audit_id", auditId.value());
        return unrecorded ? document.put("unrecorded", true) : document;
    }

    /** The document of an outcome that is no call's. */
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
