package dev.airlock.runtime.recovery.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A canonical text for each JSON value. The order of members and the notation of numbers do not matter: {@code 1} equals {@code 1.0}. */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** Returns the canonical text in UTF-8. */
    public static byte[] of(JsonNode value) {
        return StrictJson.write(sorted(value)).getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode sorted(JsonNode node) {
        if (node instanceof ObjectNode object) {
            Map<String, JsonNode> members = new TreeMap<>();
            object.properties().forEach(member -> members.put(member.getKey(), sorted(member.getValue())));
            ObjectNode sorted = JsonNodeFactory.instance.objectNode();
            sorted.setAll(members);
            return sorted;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode sorted = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> sorted.add(sorted(element)));
            return sorted;
        }
        return isFinite(node) ? DecimalNode.valueOf(node.decimalValue().stripTrailingZeros()) : node;
    }

    private static boolean isFinite(JsonNode node) {
        return node.isNumber()
                && !(node.isFloatingPointNumber() && !node.isBigDecimal() && !Double.isFinite(node.doubleValue()));
    }
}
