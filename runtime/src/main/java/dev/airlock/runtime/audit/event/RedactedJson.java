package dev.airlock.runtime.audit.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.redaction.Redactor;

/** A copy of a JSON tree without known secrets in its texts and names. */
public final class RedactedJson {
    private RedactedJson() {}

    public static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ObjectNode of(ObjectNode object, Redactor redactor) {
        ObjectNode copy = empty();
        object.properties()
                .forEach(field -> copy.set(redactor.redact(field.getKey()), node(field.getValue(), redactor)));
        return copy;
    }

    private static JsonNode node(JsonNode node, Redactor redactor) {
        if (node instanceof ObjectNode object) {
            return of(object, redactor);
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(node(element, redactor)));
            return copy;
        }
        return node.isTextual() ? TextNode.valueOf(redactor.redact(node.textValue())) : node;
    }
}
