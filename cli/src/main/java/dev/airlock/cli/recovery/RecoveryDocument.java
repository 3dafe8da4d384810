package dev.airlock.cli.recovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.runtime.recovery.Attempt;
import dev.airlock.runtime.recovery.Result;
import java.util.Locale;

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
        result.attempts().forEach(attempt -> attempts.add(attempt(attempt)));
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
                    .put("effect", failed.effect().name().toLowerCase(Locale.ROOT));
            failed.review().ifPresent(review -> document.put("review", review));
            return document;
        }
        if (result instanceof Result.Degraded degraded) {
            return document.put("degraded", degraded.capability());
        }
        Result.Cancelled cancelled = (Result.Cancelled) result;
        return document.put("effect", cancelled.effect().name().toLowerCase(Locale.ROOT));
    }

    private static ObjectNode attempt(Attempt attempt) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("number", attempt.number());
        attempt.failure().ifPresent(failure -> {
            document.put("class", failure.failureClass().wireName());
            if (failure.details().get("status") instanceof Long status) {
                document.put("status", status);
            }
        });
        return document.put("delay_ms", attempt.delay().toMillis())
                .put("audit_id", attempt.auditId().value());
    }
}
