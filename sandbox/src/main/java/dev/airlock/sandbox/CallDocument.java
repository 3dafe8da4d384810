package dev.airlock.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.json.StrictJson;
import java.nio.charset.StandardCharsets;

/** The one JSON object that a connector reads on standard input. */
final class CallDocument {
    private CallDocument() {}

    static byte[] of(Call call) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("op", call.op());
        document.set("args", call.args());
        document.putObject("call").put("idempotency_key", call.idempotencyKey()).put("attempt", call.attempt());
        return StrictJson.write(document).getBytes(StandardCharsets.UTF_8);
    }
}
