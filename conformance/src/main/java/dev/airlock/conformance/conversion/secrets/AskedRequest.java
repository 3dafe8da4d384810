package dev.airlock.conformance.conversion.secrets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A request as a guest asked for it. An invalid request is empty.
 *
 * @param target path and query as sent
 * @param headers values by name
 * @param body its body, perhaps empty
 * @param credential the credential that it asks for
 * @param followsRedirects whether the host follows redirects
 */
public record AskedRequest(
        String target,
        Map<String, String> headers,
        ByteString body,
        Optional<String> credential,
        boolean followsRedirects) {
    private static final ByteString NO_BODY = new ByteString(new byte[0]);

    public static AskedRequest of(ByteString json) {
        JsonNode request = read(json);
        Map<String, String> headers = new LinkedHashMap<>();
        request.path("headers")
                .properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asText()));
        return new AskedRequest(
                target(request.path("url").asText()),
                headers,
                body(request),
                Optional.of(request.path("credential").asText()).filter(word -> !word.isEmpty()),
                request.path("follow_redirects").asBoolean());
    }

    /** Returns the value of the header {@code Idempotency-Key}, if there is one. */
    public Optional<String> idempotencyKey() {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Idempotency-Key"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static JsonNode read(ByteString json) {
        try {
            return StrictJson.read(json.bytes());
        } catch (MalformedJsonException e) {
            return JsonNodeFactory.instance.objectNode(); // the guest was told so, and nothing was sent
        }
    }

    private static String target(String url) {
        return TargetUrl.parse(url) instanceof ParsedUrl.Target parsed
                ? parsed.url().pathAndQuery()
                : "/";
    }

    private static ByteString body(JsonNode request) {
        if (request.path("body").isTextual()) {
            return new ByteString(request.path("body").textValue().getBytes(StandardCharsets.UTF_8));
        }
        try {
            return new ByteString(
                    Base64.getDecoder().decode(request.path("body_base64").asText()));
        } catch (IllegalArgumentException e) {
            return NO_BODY; // the guest was told so, and nothing was sent
        }
    }
}
