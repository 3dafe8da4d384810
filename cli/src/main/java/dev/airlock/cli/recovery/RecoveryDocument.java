package dev.airlock.cli.recovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.runtime.audit.call.UsageJson;
import dev.airlock.runtime.recovery.result.AttemptList;
import dev.airlock.runtime.recovery.result.Result;

/** Writes the actions of recovery for a call, as the member {@code recovery} of the document that {@code --json} prints. */
public final class RecoveryDocument {
    private RecoveryDocument() {}

    /**
     * Returns the member for the result of one call.
     *
     * @param reversible whether the call can be reversed
     */
    public static ObjectNode of(Result result, boolean reversible) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode attempts = document.putArray("attempts");
        AttemptList.of(result.attempts()).forEach(entry -> attempts.add(FailureEnvelope.node(entry)));
        result.review().ifPresent(review -> document.put("review", review));
        result.lastUsage()
                .filter(last -> result.attempts().size() > 1)
                .ifPresent(last -> document.set("last_usage", UsageJson.of(last)));
        return result.match(
                succeeded -> fallback(recorded(document, succeeded), succeeded).put("reversible", reversible),
                degraded -> recorded(document, degraded)
                        .put("degraded", degraded.capability())
                        .put("effect", degraded.effect().wireName()),
                failed -> recorded(document, failed)
                        .put("recovery", failed.recovery().wireName())
                        .put("replan", failed.replan())
                        .put("effect", failed.effect().wireName()),
                cancelled -> document.put("effect", cancelled.effect().wireName()));
    }

    private static ObjectNode fallback(ObjectNode document, Result.Succeeded succeeded) {
        succeeded.fallback().ifPresent(other -> {
            ObjectNode fallback = document.putObject("fallback");
            fallback.put("connector", other.connector()).put("op", other.op());
            fallback.set("instead", FailureEnvelope.errorNode(other.instead()));
        });
        return document;
    }

    private static ObjectNode recorded(ObjectNode document, Result result) {
        document.put("recorded", result.recorded().isPresent());
        result.recorded().ifPresent(at -> document.put("recorded_at", at.toString()));
        return document;
    }
}
