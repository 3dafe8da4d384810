package dev.airlock.sandbox.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.effect.SideEffects;

/** Writes the outcome of a call, without its usage, as one JSON object. */
public final class OutcomeJson {
    private OutcomeJson() {}

    /**
     * Returns {@code {"output":…}}, with {@code "errors"} if it is partial, {@code {"error":…}}, or
     * {@code {"cancelled":true}} with what it may have changed.
     */
    public static ObjectNode of(Outcome outcome) {
        return outcome.match(OutcomeJson::success, OutcomeJson::failure, OutcomeJson::cancelled);
    }

    private static ObjectNode success(Outcome.Succeeded succeeded) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("output", succeeded.output());
        if (!succeeded.errors().isEmpty()) {
            ArrayNode errors = json.putArray("errors");
            succeeded.errors().forEach(errors::add);
        }
        return json;
    }

    private static ObjectNode failure(Outcome.Failed failed) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("error", FailureEnvelope.errorNode(failed.failure()));
        return json;
    }

    private static ObjectNode cancelled(Outcome.Cancelled cancelled) {
        SideEffects changed = cancelled.sideEffects();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("cancelled", true)
                .put("effect", changed.effect().wireName())
                .put("request_sent", changed.requestSent());
        changed.idempotencyKey().ifPresent(key -> json.put("idempotency_key", key));
        return json;
    }
}
