package dev.airlock.sandbox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;

/** What came of a call, without what it used, as one JSON object. */
public final class OutcomeJson {
    private OutcomeJson() {}

    /** {@code {"output":…}}, with {@code "errors"} if it is partial, {@code {"error":…}} or {@code {"cancelled":true}}. */
    public static ObjectNode of(Outcome outcome) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (outcome instanceof Outcome.Succeeded succeeded) {
            json.set("output", succeeded.output());
            if (!succeeded.errors().isEmpty()) {
                ArrayNode errors = json.putArray("errors");
                succeeded.errors().forEach(errors::add);
            }
        } else if (outcome instanceof Outcome.Failed failed) {
            json.set("error", FailureEnvelope.errorNode(failed.failure()));
        } else {
            json.put("cancelled", true);
        }
        return json;
    }
}
