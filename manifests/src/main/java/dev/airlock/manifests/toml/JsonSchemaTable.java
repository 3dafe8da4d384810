package dev.airlock.manifests.toml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.parsing.Printable;
import java.util.List;
import java.util.Map;
import org.tomlj.TomlArray;
import org.tomlj.TomlTable;

/** A JSON Schema that is written as a TOML table. */
public final class JsonSchemaTable {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TomlTable table;
    private final Position at;
    private final String name;
    private final ProblemList problems;

    JsonSchemaTable(TomlTable table, Position at, String name, ProblemList problems) {
        this.table = table;
        this.at = at;
        this.name = name;
        this.problems = problems;
    }

    /**
     * The schema as JSON. What JSON cannot say (dates, NaN) is reported and left out, and so are unknown types and references
     * to other documents.
     */
    public JsonNode toJson() {
        new JsonSchemaRules(name, problems).check(table);
        Object type = table.get(List.of("type"));
        if (type != null && !"object".equals(type)) {
            Position place = problems.place(table.inputPositionOf(List.of("type")), at);
            problems.add(place, name + " does not describe an object", "write type = \"object\"");
        }
        return object(table, at);
    }

    private ObjectNode object(TomlTable source, Position place) {
        ObjectNode node = JSON.objectNode();
        for (Map.Entry<String, Object> entry : source.entrySet()) {
            Position inner = problems.place(source.inputPositionOf(List.of(entry.getKey())), place);
            node.set(entry.getKey(), json(entry.getValue(), inner));
        }
        return node;
    }

    private ArrayNode array(TomlArray source, Position place) {
        ArrayNode node = JSON.arrayNode();
        for (int i = 0; i < source.size(); i++) {
            node.add(json(source.get(i), problems.place(source.inputPositionOf(i), place)));
        }
        return node;
    }

    private JsonNode json(Object value, Position place) {
        if (value instanceof TomlTable inner) {
            return object(inner, place);
        }
        if (value instanceof TomlArray inner) {
            return array(inner, place);
        }
        if (value instanceof String text) {
            return JSON.textNode(text);
        }
        if (value instanceof Boolean flag) {
            return JSON.booleanNode(flag);
        }
        if (value instanceof Long number) {
            return JSON.numberNode(number);
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return JSON.numberNode(number);
        }
        String what = value instanceof Double ? "the number " + value : TomlTypes.name(value);
        problems.add(place, name + " holds " + Printable.of(what) + ", which JSON does not have", "write it as text");
        return JSON.nullNode();
    }
}
