package dev.airlock.runtime.audit.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Locale;

/** How much of a call's arguments the audit log keeps. */
public enum ArgumentPolicy {
    /** Nothing. */
    NONE {
        @Override
        JsonNode keep(ObjectNode arguments) {
            return JsonNodeFactory.instance.objectNode();
        }
    },
    /** The names of the arguments, and the kind and length of each value. The default. */
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
    /** Everything except known secrets. Private data in the arguments stays in the log until it is pruned. */
    VALUES {
        @Override
        JsonNode keep(ObjectNode arguments) {
            return arguments;
        }
    };

    /** Returns the part of the arguments that the log keeps. */
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
