package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.sandbox.api.Outcome;
import java.util.Optional;

/** A tool result as a document, in the form of {@code src/abi/tool-result.schema.json}. */
final class ToolDocument {
    private ToolDocument() {}

    static ObjectNode of(ToolResult result) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("outcome", result.kind().wireName());
        result.outcome().ifPresentOrElse(outcome -> of(outcome, document), () -> effect(document, SideEffects.NONE));
        return document;
    }

    private static void of(ActionOutcome outcome, ObjectNode document) {
        document.put("audit_id", outcome.auditId().value());
        if (!outcome.audited()) {
            document.put("unrecorded", true);
        }
        outcome.sideEffects().ifPresent(changed -> effect(document, changed));
        outcome.key().ifPresent(key -> document.put("idempotency_key", key));
        outcome.recorded().ifPresent(at -> document.put("recorded_at", at.toString()));
        if (outcome.outcome() instanceof Outcome.Succeeded succeeded) {
            document.set("output", succeeded.output().deepCopy());
            if (!succeeded.errors().isEmpty()) {
                ArrayNode errors = document.putArray("errors");
                succeeded.errors().forEach(error -> errors.add(error.deepCopy()));
            }
        } else if (outcome.outcome() instanceof Outcome.Failed failed) {
            document.set("error", FailureEnvelope.errorNode(failed.failure()));
        }
        ArrayNode steps = document.putArray("steps");
        outcome.steps().forEach(end -> steps.add(step(end)));
    }

    private static ObjectNode step(StepEnd end) {
        ObjectNode step = JsonNodeFactory.instance
                .objectNode()
                .put("id", end.step())
                .put("connector", end.connector())
                .put("op", end.op())
                .put("status", end.status().wireName());
        end.auditId().ifPresent(id -> step.put("audit_id", id.value()));
        end.sideEffects().ifPresent(changed -> effect(step, changed));
        end.result()
                .flatMap(result -> result.sideEffects().idempotencyKey())
                .ifPresent(key -> step.put("idempotency_key", key));
        end.recorded().ifPresent(at -> step.put("recorded_at", at.toString()));
        end.review().ifPresent(review -> step.put("review", review));
        fallback(end)
                .ifPresent(other -> step.putObject("fallback")
                        .put("connector", other.connector())
                        .put("op", other.op()));
        end.reversal()
                .ifPresent(undo -> step.putObject("reversal")
                        .put("audit_id", undo.call().value())
                        .put("connector", undo.connector())
                        .put("op", undo.op()));
        return step;
    }

    private static Optional<Result.Substitute> fallback(StepEnd end) {
        return end.result()
                .flatMap(result -> result instanceof Result.Succeeded succeeded
                        ? succeeded.fallback()
                        : Optional.<Result.Substitute>empty());
    }

    private static void effect(ObjectNode node, SideEffects changed) {
        node.put("effect", changed.effect().wireName()).put("request_sent", changed.requestSent());
        changed.idempotencyKey().ifPresent(key -> node.put("idempotency_key", key));
    }
}
