package dev.airlock.runtime.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.AbstractKeywordValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Set;

/**
 * A keyword that is added to every schema and subschema, to count each application. It holds for every value. Without it, a few lines of
 * nested references would be applied without end.
 */
final class WorkKeyword extends AbstractKeyword {
    private static final String NAME = "x-airlock-work";

    /** The cost of applying a schema, in steps. */
    private static final int STEPS = 20;

    /** Keywords for values, not for schemas. */
    private static final Set<String> VALUES =
            Set.of("const", "enum", "default", "examples", "required", "dependentRequired", "$vocabulary", "type");

    /** Keywords whose members are named schemas. */
    private static final Set<String> MAPS =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies");

    WorkKeyword() {
        super(NAME);
    }

    /** Returns a copy of a schema in which every subschema has the keyword. */
    static JsonNode addedTo(JsonNode schema) {
        if (schema instanceof ArrayNode list) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            list.forEach(element -> copy.add(addedTo(element)));
            return copy;
        }
        if (!(schema instanceof ObjectNode object)) {
            return schema;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> copy.set(member.getKey(), member(member.getKey(), member.getValue())));
        copy.set(NAME, BooleanNode.TRUE);
        return copy;
    }

    private static JsonNode member(String keyword, JsonNode value) {
        if (keyword.equals("enum") && value instanceof ArrayNode list) {
            return ShownText.inPlaceOf(list);
        }
        if (VALUES.contains(keyword)) {
            return value;
        }
        if (MAPS.contains(keyword) && value instanceof ObjectNode map) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            map.properties().forEach(member -> copy.set(member.getKey(), addedTo(member.getValue())));
            return copy;
        }
        return addedTo(value);
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) {
        Work.spend(STEPS);
        return new Counting(this, node, location);
    }

    private static final class Counting extends AbstractKeywordValidator {
        Counting(WorkKeyword keyword, JsonNode node, SchemaLocation location) {
            super(keyword, node, location);
        }

        @Override
        public void validate(ExecutionContext execution, JsonNode value, JsonNode root, NodePath place) {
            Work.spend(STEPS);
            Work.found(execution.getErrors().size());
        }
    }
}
