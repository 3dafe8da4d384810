package dev.airlock.runtime.audit.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Outcome;

/** The remarks about recovery in the record of an outcome. */
public final class OutcomeRemarks {
    private OutcomeRemarks() {}

    /** Returns the remarks without recovery. */
    static ObjectNode none() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Returns the remarks on a call without recovery. The failure itself has its side effects. */
    public static ObjectNode of(Outcome outcome) {
        return outcome instanceof Outcome.Cancelled cancelled ? effect(none(), cancelled.sideEffects()) : none();
    }

    static ObjectNode of(Result result) {
        ObjectNode remarks = none().put("attempts", result.attempts().size());
        ObjectNode all = result.match(
                succeeded -> fallback(remarks, succeeded),
                degraded -> effect(remarks, degraded.sideEffects()).put("degraded", degraded.capability()),
                failed -> effect(remarks, failed.sideEffects()).put("replan", failed.replan()),
                cancelled -> effect(remarks, cancelled.sideEffects()));
        result.review().ifPresent(review -> all.put("review", review));
        result.recorded().ifPresent(at -> all.put("recorded", true).put("recorded_at", at.toString()));
        return all;
    }

    private static ObjectNode fallback(ObjectNode remarks, Result.Succeeded succeeded) {
        succeeded
                .fallback()
                .ifPresent(other -> remarks.putObject("fallback")
                        .put("connector", other.connector())
                        .put("op", other.op())
                        .put("instead", other.instead().failureClass().wireName()));
        return remarks;
    }

    private static ObjectNode effect(ObjectNode remarks, SideEffects sideEffects) {
        return remarks.put("effect", sideEffects.effect().wireName()).put("request_sent", sideEffects.requestSent());
    }
}
