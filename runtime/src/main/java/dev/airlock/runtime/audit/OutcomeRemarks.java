package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.recovery.Result;

/** What a record of an outcome says of the recovery behind it. */
final class OutcomeRemarks {
    private OutcomeRemarks() {}

    /** Nothing was recovered. */
    static ObjectNode none() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode of(Result result) {
        ObjectNode remarks = none().put("attempts", result.attempts().size());
        if (result instanceof Result.Succeeded succeeded) {
            succeeded
                    .fallback()
                    .ifPresent(other -> remarks.putObject("fallback")
                            .put("connector", other.connector())
                            .put("op", other.op())
                            .put("instead", other.instead().failureClass().wireName()));
            return succeeded.recorded() ? remarks.put("recorded", true) : remarks;
        }
        if (result instanceof Result.Degraded degraded) {
            return effect(remarks, degraded).put("degraded", degraded.capability());
        }
        if (result instanceof Result.Failed failed) {
            failed.review().ifPresent(review -> remarks.put("review", review));
            effect(remarks, failed).put("replan", failed.replan());
            return failed.recorded() ? remarks.put("recorded", true) : remarks;
        }
        return effect(remarks, result);
    }

    private static ObjectNode effect(ObjectNode remarks, Result result) {
        return remarks.put("effect", result.effect().wireName())
                .put("request_sent", result.sideEffects().requestSent());
    }
}
