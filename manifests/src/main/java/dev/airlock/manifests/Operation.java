package dev.airlock.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * One operation that a connector declares, {@code [[operations]]}.
 *
 * @param name the name that a call gives as {@code op}
 * @param description its purpose, in one or more lines
 * @param idempotent whether it may be repeated; empty when the manifest does not say
 * @param args the JSON Schema of its arguments
 * @param result the JSON Schema of its output
 * @param reversal the declared operation that undoes it
 * @param readOnly whether its author says that it changes nothing
 */
public record Operation(
        String name,
        Optional<String> description,
        Optional<Boolean> idempotent,
        Optional<JsonNode> args,
        Optional<JsonNode> result,
        Optional<String> reversal,
        boolean readOnly) {

    /** An operation that may change something. */
    public Operation(
            String name,
            Optional<String> description,
            Optional<Boolean> idempotent,
            Optional<JsonNode> args,
            Optional<JsonNode> result,
            Optional<String> reversal) {
        this(name, description, idempotent, args, result, reversal, false);
    }

    /** Copies the schemas, so that they cannot be changed. */
    public Operation {
        args = args.map(JsonNode::deepCopy);
        result = result.map(JsonNode::deepCopy);
    }

    /** Returns a copy of the JSON Schema of its arguments. */
    @Override
    public Optional<JsonNode> args() {
        return args.map(JsonNode::deepCopy);
    }

    /** Returns a copy of the JSON Schema of its output. */
    @Override
    public Optional<JsonNode> result() {
        return result.map(JsonNode::deepCopy);
    }
}
