package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorName;
import java.util.Map;
import java.util.Optional;

/**
 * What the manifests of an action's connectors declare about its steps.
 *
 * @param action the action
 * @param manifests its connectors' manifests
 */
record DeclaredSteps(Action action, Map<ConnectorName, ConnectorManifest> manifests) {
    /** A schema of the action's output; only if each step gives a result, of a schema that is declared and stands by itself. */
    Optional<ObjectNode> result() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (Action.Step step : action.steps()) {
            Optional<JsonNode> own = operation(step.target())
                    .flatMap(Operation::result)
                    .filter(declared -> step.fallback().isEmpty() && standsByItself(declared))
                    .flatMap(ForeignSchema::of)
                    .map(ForeignSchema.Shown::schema);
            if (own.isEmpty()) {
                return Optional.empty();
            }
            properties.set(step.id(), own.get());
            if (!step.optional() && step.when().isEmpty()) {
                required.add(step.id());
            }
        }
        return Optional.of(schema.put("additionalProperties", false));
    }

    /** A reference means another place once its schema is part of another. */
    static boolean standsByItself(JsonNode schema) {
        return schema.findValue("$ref") == null
                && schema.findValue("$dynamicRef") == null
                && schema.findValue("$id") == null;
    }

    /** What all steps have, and whatever may be called in their place. */
    ToolHints hints() {
        ToolHints hints = new ToolHints(true, true, true);
        for (Action.Step step : action.steps()) {
            hints = hints.and(hints(step.target(), step.idempotent()));
            hints = hints.and(step.fallback()
                    .map(target -> hints(target, Optional.empty()))
                    .orElse(hints));
        }
        return hints;
    }

    private ToolHints hints(Action.Target target, Optional<Boolean> declared) {
        return operation(target)
                .map(operation -> DeclaredSteps.hints(operation, declared))
                .orElse(ToolHints.NONE);
    }

    /** What is declared about an operation; whoever calls it may say whether it can be repeated. */
    static ToolHints hints(Operation operation, Optional<Boolean> declared) {
        return new ToolHints(
                operation.readOnly(),
                declared.or(operation::idempotent).orElse(operation.readOnly()),
                operation.readOnly() || operation.reversal().isPresent());
    }

    private Optional<Operation> operation(Action.Target target) {
        return Optional.ofNullable(manifests.get(target.connector())).flatMap(known -> known.operation(target.op()));
    }
}
