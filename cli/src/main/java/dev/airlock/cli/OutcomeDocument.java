package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.runtime.audit.UsageJson;
import dev.airlock.sandbox.LogLine;
import dev.airlock.sandbox.Outcome;
import java.util.List;

/** An outcome as the one JSON document that {@code --json} prints; described in {@code src/abi/outcome.schema.json}. */
final class OutcomeDocument {
    private OutcomeDocument() {}

    /** @param unrecorded whether the outcome is true, and the audit log does not have it */
    static ObjectNode of(Outcome outcome, boolean unrecorded) {
        ObjectNode document = of(outcome);
        return unrecorded ? document.put("unrecorded", true) : document;
    }

    static ObjectNode of(Outcome outcome) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        if (outcome instanceof Outcome.Succeeded succeeded) {
            document.set("output", succeeded.output());
            if (!succeeded.errors().isEmpty()) {
                succeeded.errors().forEach(document.putArray("errors")::add);
            }
        } else if (outcome instanceof Outcome.Failed failed) {
            document.set("error", FailureEnvelope.errorNode(failed.failure()));
        } else {
            document.put("cancelled", true);
        }
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
