package dev.airlock.formats.toml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.tree.ListNode;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.formats.toml.tree.TableNode;
import java.util.HashMap;
import java.util.Map;

/** Converts TOML values to JSON and records the place of each value. Reports values that JSON lacks (dates, NaN). */
final class TomlJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final String name;
    private final ProblemList problems;
    private final Map<String, Position> places = new HashMap<>();

    /** @param name the name of the whole in messages */
    TomlJson(String name, ProblemList problems) {
        this.name = name;
        this.problems = problems;
    }

    /** Returns the place of each value, by its JSON Pointer. */
    Map<String, Position> places() {
        return places;
    }

    JsonNode json(Object value, Position place, String pointer) {
        places.put(pointer, place);
        if (value instanceof TableNode inner) {
            return object(inner, pointer);
        }
        if (value instanceof ListNode inner) {
            return array(inner, pointer);
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

    private ObjectNode object(TableNode source, String pointer) {
        ObjectNode node = JSON.objectNode();
        for (Map.Entry<String, Located<Object>> entry : source.members().entrySet()) {
            Located<Object> member = entry.getValue();
            node.set(entry.getKey(), json(member.value(), member.at(), LocatedJson.member(pointer, entry.getKey())));
        }
        return node;
    }

    private ArrayNode array(ListNode source, String pointer) {
        ArrayNode node = JSON.arrayNode();
        int index = 0;
        for (Located<Object> element : source.elements()) {
            node.add(json(element.value(), element.at(), LocatedJson.member(pointer, Integer.toString(index++))));
        }
        return node;
    }
}
