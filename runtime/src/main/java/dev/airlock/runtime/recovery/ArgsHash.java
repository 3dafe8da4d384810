package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Sha256;
import dev.airlock.failures.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** A digest of a call's arguments, the same whatever the order of their members. */
final class ArgsHash {
    private ArgsHash() {}

    static String of(ObjectNode args) {
        return Sha256.hex(StrictJson.write(sorted(args)).getBytes(StandardCharsets.UTF_8));
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
        return node;
    }
}
