package dev.airlock.sandbox.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.sandbox.host.net.HttpHeader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request as a guest wrote it, well-formed and nothing more.
 *
 * <p>Unknown fields and wrong types are errors. A field that is null counts as left out, which is how several languages
 * write an optional field; {@code url} may not be.
 *
 * @param method {@code GET} if left out
 * @param headers in the order they came
 * @param body the bytes of {@code body} or {@code body_base64}
 * @param followRedirects accepted; this version follows none, and a 3xx comes back as it is
 */
record GuestRequest(
        String method,
        String url,
        List<HttpHeader> headers,
        Optional<byte[]> body,
        Optional<String> credential,
        boolean followRedirects) {
    /** The largest request, its body included, as it stands in guest memory. */
    static final int MAX_BYTES = 32 << 20;

    private static final Set<String> FIELDS =
            Set.of("method", "url", "headers", "body", "body_base64", "credential", "follow_redirects");

    static Parsed<GuestRequest> parse(byte[] json) {
        if (json.length > MAX_BYTES) {
            return wrong("the request is larger than " + (MAX_BYTES >> 20) + " MiB");
        }
        JsonNode node;
        try {
            node = StrictJson.read(json);
        } catch (MalformedJsonException e) {
            return wrong("the request is not one JSON document: " + e.getMessage());
        }
        if (!node.isObject()) {
            return wrong("the request is not a JSON object");
        }
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            if (!FIELDS.contains(names.next())) {
                return wrong("the request has an unknown field; known are method, url, headers, body, body_base64,"
                        + " credential, follow_redirects");
            }
        }
        return new Fields(node).read();
    }

    private static <T> Parsed<T> wrong(String what) {
        return Parsed.wrong(what, "see the connector contract");
    }

    /** The fields of one request object. */
    private record Fields(JsonNode node) {
        Parsed<GuestRequest> read() {
            return text("url")
                    .then(url -> url.map(Parsed::ok).orElseGet(() -> wrong("url is missing")))
                    .then(url -> text("method")
                            .then(method -> headers()
                                    .then(headers -> body().then(body -> text("credential")
                                            .then(credential -> flag("follow_redirects")
                                                    .map(follow -> new GuestRequest(
                                                            method.orElse("GET"),
                                                            url,
                                                            headers,
                                                            body,
                                                            credential,
                                                            follow)))))));
        }

        private Optional<JsonNode> field(String name) {
            return Optional.ofNullable(node.get(name)).filter(value -> !value.isNull());
        }

        private Parsed<Optional<String>> text(String name) {
            Optional<JsonNode> value = field(name);
            return value.isEmpty() || value.get().isTextual()
                    ? Parsed.ok(value.map(JsonNode::textValue))
                    : wrong(name + " is not a string");
        }

        private Parsed<Boolean> flag(String name) {
            Optional<JsonNode> value = field(name);
            return value.isEmpty() || value.get().isBoolean()
                    ? Parsed.ok(value.isPresent() && value.get().booleanValue())
                    : wrong(name + " is not true or false");
        }

        private Parsed<List<HttpHeader>> headers() {
            List<HttpHeader> headers = new ArrayList<>();
            Optional<JsonNode> value = field("headers");
            if (value.isPresent()) {
                if (!value.get().isObject()) {
                    return wrong("headers is not an object");
                }
                for (Map.Entry<String, JsonNode> header : value.get().properties()) {
                    if (!header.getValue().isTextual()) {
                        return wrong("a header's value is not a string");
                    }
                    headers.add(
                            new HttpHeader(header.getKey(), header.getValue().textValue()));
                }
            }
            return Parsed.ok(headers);
        }

        private Parsed<Optional<byte[]>> body() {
            return text("body")
                    .then(text -> text("body_base64").then(base64 -> {
                        if (text.isPresent() && base64.isPresent()) {
                            return wrong("the request has both body and body_base64");
                        }
                        if (base64.isPresent()) {
                            return decoded(base64.get()).map(Optional::of);
                        }
                        return text.isPresent() ? encoded(text.get()).map(Optional::of) : Parsed.ok(Optional.empty());
                    }));
        }

        private static Parsed<byte[]> decoded(String base64) {
            try {
                return Parsed.ok(Base64.getDecoder().decode(base64));
            } catch (IllegalArgumentException e) {
                return wrong("body_base64 is not base64");
            }
        }

        private static Parsed<byte[]> encoded(String text) {
            try {
                ByteBuffer bytes = StandardCharsets.UTF_8
                        .newEncoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .encode(CharBuffer.wrap(text));
                byte[] body = new byte[bytes.remaining()];
                bytes.get(body);
                return Parsed.ok(body);
            } catch (CharacterCodingException e) {
                return wrong("body has half a surrogate pair, which UTF-8 cannot carry");
            }
        }
    }
}
