package dev.airlock.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.sandbox.LogLine;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Usage;
import java.util.List;

/** An outcome as the one JSON document that {@code --json} prints; described in {@code src/abi/outcome.schema.json}. */
final class OutcomeDocument {
    private OutcomeDocument() {}

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
        document.set("usage", usage(outcome.usage()));
        if (!(outcome instanceof Outcome.Cancelled)) {
            document.set("logs", logs(outcome.transcript().logs()));
        }
        return document;
    }

    static ObjectNode usage(Usage usage) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("fuel", usage.fuel())
                .put("memory_peak_bytes", usage.memoryPeakBytes())
                .put("wall_ms", usage.wallMillis());
        usage.guestMillis().ifPresent(millis -> document.put("guest_ms", millis));
        return document.put("host_ms", usage.hostMillis())
                .put("wait_ms", usage.waitMillis())
                .put("load_ms", usage.loadMillis())
                .put("host_calls", usage.hostCalls())
                .put("exchanges", usage.exchanges())
                .put("bytes_in", usage.bytesIn())
                .put("bytes_out", usage.bytesOut());
    }

    private static ArrayNode logs(List<LogLine> lines) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        lines.forEach(line -> array.addObject().put("level", line.level()).put("message", line.message()));
        return array;
    }
}
