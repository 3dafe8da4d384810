package dev.airlock.cli.actions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.outcome.OutcomeDocument;
import dev.airlock.cli.recovery.RecoveryDocument;
import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.step.StepEnd;
import dev.airlock.runtime.actions.tools.ToolDefinition;
import java.util.function.Predicate;

/** Writes actions and their outcomes as documents. */
final class ActionDocument {
    private ActionDocument() {}

    /** Returns an action as a tool catalogue has it, with further facts for its owner. */
    static ObjectNode of(Action action) {
        ObjectNode document = ToolDefinition.of(action).toJson();
        document.put("version", action.version().toString());
        document.put("approval", action.approval().required());
        action.intent().ifPresent(intent -> document.put("intent", intent));
        ArrayNode connectors = document.putArray("connectors");
        action.connectors().forEach(connector -> {
            ObjectNode node = connectors
                    .addObject()
                    .put("name", connector.name().toString())
                    .put("version", connector.version().toString())
                    .put("hash", connector.hash());
            connector.capabilities().forEach(node.putArray("capabilities")::add);
        });
        ArrayNode steps = document.putArray("steps");
        action.steps()
                .forEach(step -> steps.addObject()
                        .put("id", step.id())
                        .put("connector", step.target().connector().toString())
                        .put("op", step.target().op())
                        .put("optional", step.optional()));
        return document;
    }

    /**
     * Returns the document of an outcome, like that of a call, with the result of each step.
     *
     * @param reversible whether the call of that audit id can be reversed
     */
    static ObjectNode of(ActionOutcome outcome, Predicate<AuditId> reversible) {
        ObjectNode document = OutcomeDocument.of(outcome.auditId(), outcome.outcome(), !outcome.audited());
        ArrayNode steps = document.putArray("steps");
        outcome.steps().forEach(end -> steps.add(step(end, reversible)));
        return document;
    }

    private static ObjectNode step(StepEnd end, Predicate<AuditId> reversible) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("id", end.step())
                .put("connector", end.connector())
                .put("op", end.op())
                .put("status", end.status().wireName());
        end.auditId().ifPresent(id -> node.put("audit_id", id.value()));
        end.sideEffects().ifPresent(changed -> {
            node.put("effect", changed.effect().wireName()).put("request_sent", changed.requestSent());
            changed.idempotencyKey().ifPresent(key -> node.put("idempotency_key", key));
        });
        end.result()
                .ifPresent(result -> node.set(
                        "recovery",
                        RecoveryDocument.of(
                                result, end.auditId().filter(reversible).isPresent())));
        return node;
    }
}
