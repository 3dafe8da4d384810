package dev.airlock.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Call;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The JSON object that a connector reads on standard input. */
public final class CallDocument {
    /** Quotation marks and a colon or comma. */
    private static final int QUOTED = 3;

    private CallDocument() {}

    /**
     * Returns the document of a call whose arguments were checked.
     *
     * @param settings the values of the connector's settings; empty if it declares none
     * @param seed a text that differs in every call, for a connector whose random numbers were drawn before the call
     */
    public static byte[] of(Call call, @Nullable ObjectNode settings, @Nullable String seed) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("op", call.op());
        document.set("args", call.args());
        ObjectNode about = document.putObject("call");
        about.put("idempotency_key", call.idempotencyKey()).put("attempt", call.attempt());
        if (seed != null) {
            about.put("seed", seed);
        }
        if (settings != null) {
            document.set("settings", settings);
        }
        return StrictJson.write(document).getBytes(StandardCharsets.UTF_8);
    }

    private record Level(JsonNode node, int depth) {}

    /**
     * Checks the arguments of a call before anything is made of them.
     *
     * @return the least number of bytes that its document has
     * @throws IllegalArgumentException if they cannot be passed on exactly: they nest too deep, or hold a value that
     *     JSON does not have
     */
    static long check(Call call) {
        ObjectNode args = call.args();
        long least = (long) call.op().length() + call.idempotencyKey().length();
        Deque<Level> open = new ArrayDeque<>();
        open.push(new Level(args, 1));
        while (!open.isEmpty()) {
            Level level = open.pop();
            if (level.depth() > StrictJson.MAX_NESTING) {
                throw new IllegalArgumentException("arguments nest deeper than " + StrictJson.MAX_NESTING + " levels");
            }
            for (Iterator<String> names = level.node().fieldNames(); names.hasNext(); ) {
                least += names.next().length() + QUOTED;
            }
            for (JsonNode child : level.node()) {
                least += child.isTextual() ? child.textValue().length() + QUOTED : 1;
                if (child.isContainerNode()) {
                    open.push(new Level(child, level.depth() + 1));
                } else {
                    requireValue(child);
                }
            }
        }
        return least;
    }

    /** The writer would turn these values into texts, and the guest would see another value than the caller gave. */
    private static void requireValue(JsonNode value) {
        if ((value.isDouble() || value.isFloat()) && !Double.isFinite(value.doubleValue())) {
            throw new IllegalArgumentException(value + " is not a number that JSON has");
        }
        if (value.isPojo() || value.isBinary() || value.isMissingNode()) {
            throw new IllegalArgumentException("arguments hold a value that JSON does not have");
        }
    }
}
