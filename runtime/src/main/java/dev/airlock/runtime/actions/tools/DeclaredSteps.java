package dev.airlock.runtime.actions.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.runtime.actions.tools.schema.ForeignSchema;
import java.util.Map;
import java.util.Optional;

/**
 * The declarations of an action's connectors about its steps.
 *
 * @param action the action
 * @param manifests its connectors' manifests
 */
record DeclaredSteps(Action action, Map<ConnectorName, ConnectorManifest> manifests) {
    /** Returns a schema of the action's output, if each step has a declared, self-contained result schema. */
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

    /** Returns whether a schema is self-contained. A reference would point elsewhere once the schema is part of another. */
    static boolean standsByItself(JsonNode schema) {
        return schema.findValue("$ref") == null
                && schema.findValue("$dynamicRef") == null
                && schema.findValue("$id") == null;
    }

    /** Returns the hints that hold for all steps and all fallbacks. */
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

    /** Returns the hints that an operation declares. The caller may declare whether it can be repeated. */
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
