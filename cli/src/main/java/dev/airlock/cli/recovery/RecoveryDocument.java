package dev.airlock.cli.recovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.runtime.audit.UsageJson;
import dev.airlock.runtime.recovery.AttemptList;
import dev.airlock.runtime.recovery.Result;

/** What recovery did for a call, as the member {@code recovery} of the document that {@code --json} prints. */
public final class RecoveryDocument {
    private RecoveryDocument() {}

    /**
     * The member for the result of one call.
     *
     * @param reversible whether the call can be reversed
     */
    public static ObjectNode of(Result result, boolean reversible) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode attempts = document.putArray("attempts");
        AttemptList.of(result.attempts()).forEach(entry -> attempts.add(FailureEnvelope.node(entry)));
        result.lastUsage()
                .filter(last -> result.attempts().size() > 1)
                .ifPresent(last -> document.set("last_usage", UsageJson.of(last)));
        if (result instanceof Result.Succeeded succeeded) {
            document.put("recorded", succeeded.recorded());
            succeeded.fallback().ifPresent(other -> {
                ObjectNode fallback = document.putObject("fallback");
                fallback.put("connector", other.connector()).put("op", other.op());
                fallback.set("instead", FailureEnvelope.errorNode(other.instead()));
            });
            return document.put("reversible", reversible);
        }
        if (result instanceof Result.Failed failed) {
            document.put("recorded", failed.recorded())
                    .put("recovery", failed.recovery().wireName())
                    .put("replan", failed.replan())
                    .put("effect", failed.effect().wireName());
            failed.review().ifPresent(review -> document.put("review", review));
            return document;
        }
        if (result instanceof Result.Degraded degraded) {
            return document.put("degraded", degraded.capability())
                    .put("effect", degraded.effect().wireName());
        }
        return document.put("effect", result.effect().wireName());
    }
}
