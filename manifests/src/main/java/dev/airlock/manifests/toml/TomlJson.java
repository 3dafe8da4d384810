package dev.airlock.manifests.toml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.parsing.Printable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tomlj.TomlArray;
import org.tomlj.TomlTable;

/** Makes JSON of TOML values, and remembers where each value stands. What JSON cannot say (dates, NaN) is reported. */
final class TomlJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String name;
    private final ProblemList problems;
    private final Map<String, Position> places = new HashMap<>();

    /** @param name what the whole is called in messages */
    TomlJson(String name, ProblemList problems) {
        this.name = name;
        this.problems = problems;
    }

    /** The place of each value, by its JSON Pointer. */
    Map<String, Position> places() {
        return places;
    }

    JsonNode json(Object value, Position place, String pointer) {
        places.put(pointer, place);
        if (value instanceof TomlTable inner) {
            return object(inner, place, pointer);
        }
        if (value instanceof TomlArray inner) {
            return array(inner, place, pointer);
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

    private ObjectNode object(TomlTable source, Position place, String pointer) {
        ObjectNode node = JSON.objectNode();
        for (Map.Entry<String, Object> entry : source.entrySet()) {
            Position inner = problems.place(source.inputPositionOf(List.of(entry.getKey())), place);
            node.set(entry.getKey(), json(entry.getValue(), inner, LocatedJson.member(pointer, entry.getKey())));
        }
        return node;
    }

    private ArrayNode array(TomlArray source, Position place, String pointer) {
        ArrayNode node = JSON.arrayNode();
        for (int i = 0; i < source.size(); i++) {
            Position inner = problems.place(source.inputPositionOf(i), place);
            node.add(json(source.get(i), inner, LocatedJson.member(pointer, Integer.toString(i))));
        }
        return node;
    }
}
