package dev.airlock.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** The one JSON object that a connector reads on standard input. */
final class CallDocument {
    private CallDocument() {}

    /**
     * The document of a call.
     *
     * @throws IllegalArgumentException if its arguments cannot be handed on exactly: they nest too deep, or hold a value
     *     that JSON does not have
     */
    static byte[] of(Call call) {
        requireJson(call.args());
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("op", call.op());
        document.set("args", call.args());
        document.putObject("call").put("idempotency_key", call.idempotencyKey()).put("attempt", call.attempt());
        return StrictJson.write(document).getBytes(StandardCharsets.UTF_8);
    }

    private record Level(JsonNode node, int depth) {}

    private static void requireJson(ObjectNode args) {
        Deque<Level> open = new ArrayDeque<>();
        open.push(new Level(args, 1));
        while (!open.isEmpty()) {
            Level level = open.pop();
            if (level.depth() > StrictJson.MAX_NESTING) {
                throw new IllegalArgumentException("arguments nest deeper than " + StrictJson.MAX_NESTING + " levels");
            }
            for (JsonNode child : level.node()) {
                if (child.isContainerNode()) {
                    open.push(new Level(child, level.depth() + 1));
                } else {
                    requireValue(child);
                }
            }
        }
    }

    /** The writer would turn these into texts, and the guest would see another value than the caller gave. */
    private static void requireValue(JsonNode value) {
        if ((value.isDouble() || value.isFloat()) && !Double.isFinite(value.doubleValue())) {
            throw new IllegalArgumentException(value + " is no number that JSON has");
        }
        if (value.isPojo() || value.isBinary() || value.isMissingNode()) {
            throw new IllegalArgumentException("arguments hold a value that JSON does not have");
        }
    }
}
