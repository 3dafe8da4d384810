package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;

/** How much of a call's arguments the audit log keeps. */
public enum ArgumentPolicy {
    /** Nothing of them. */
    NONE {
        @Override
        JsonNode keep(ObjectNode arguments) {
            return JsonNodeFactory.instance.objectNode();
        }
    },
    /** The names of the arguments, and for each what kind of value it is and how long: the default. */
    SHAPE {
        @Override
        JsonNode keep(ObjectNode arguments) {
            ObjectNode shape = JsonNodeFactory.instance.objectNode();
            arguments
                    .properties()
                    .forEach(field -> shape.set(field.getKey(), TextNode.valueOf(shape(field.getValue()))));
            return shape;
        }
    },
    /** All of them, without the secrets that are known. What is private in them stays in the log until it is pruned. */
    VALUES {
        @Override
        JsonNode keep(ObjectNode arguments) {
            return arguments;
        }
    };

    /** What the log keeps of these arguments. */
    abstract JsonNode keep(ObjectNode arguments);

    private static String shape(JsonNode value) {
        String type = value.getNodeType().name().toLowerCase(Locale.ROOT);
        return switch (value.getNodeType()) {
            case STRING -> type + " of " + value.textValue().length();
            case ARRAY, OBJECT -> type + " of " + value.size();
            case BOOLEAN, NUMBER, NULL, MISSING, BINARY, POJO -> type;
        };
    }
}
