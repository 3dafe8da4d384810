package dev.airlock.sandbox.host.request;

import com.fasterxml.jackson.core.JsonToken;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJsonReader;
import dev.airlock.formats.text.Parsed;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Reads a guest's request from its first byte to its last, and stops at the first error. Used once.
 *
 * <p>Beside the request itself it holds the body, as it was written and as it is sent, and the headers: three times the
 * request at most.
 */
final class GuestRequestReader {
    /** The most characters that are kept of a text. A longer text is refused in every field. */
    private static final int MOST_CHARS = (64 << 10) + 1;

    private static final int MOST_HEADERS = 1_000;

    private final StrictJsonReader json;
    private Optional<String> url = Optional.empty();
    private Optional<String> method = Optional.empty();
    private Optional<String> credential = Optional.empty();
    private Optional<byte[]> body = Optional.empty();
    private Optional<byte[]> decodedBody = Optional.empty();
    private List<HttpHeader> headers = List.of();
    private boolean followRedirects;

    private GuestRequestReader(StrictJsonReader json) {
        this.json = json;
    }

    static Parsed<GuestRequest> read(byte[] utf8) {
        try {
            return Parsed.ok(new GuestRequestReader(StrictJsonReader.of(utf8)).request());
        } catch (MalformedJsonException e) {
            return wrong("the request is not one JSON document: " + e.getMessage());
        } catch (WrongShape e) {
            return wrong(e.what);
        }
    }

    static <T> Parsed<T> wrong(String what) {
        return Parsed.wrong(what, "see the connector contract");
    }

    private GuestRequest request() throws MalformedJsonException, WrongShape {
        if (json.next() != JsonToken.START_OBJECT) {
            throw new WrongShape("the request is not a JSON object");
        }
        while (json.next() != JsonToken.END_OBJECT) {
            field(json.name());
        }
        json.requireEnd();
        if (url.isEmpty()) {
            throw new WrongShape("url is missing");
        }
        return new GuestRequest(
                method.orElse("GET"), url.get(), headers, body.or(() -> decodedBody), credential, followRedirects);
    }

    private void field(String name) throws MalformedJsonException, WrongShape {
        switch (name) {
            case "url" -> url = text(name);
            case "method" -> method = text(name);
            case "credential" -> credential = text(name);
            case "headers" -> headers = headers();
            case "body" -> body = body();
            case "body_base64" -> decodedBody = decodedBody();
            case "follow_redirects" -> followRedirects = flag(name);
            default ->
                throw new WrongShape("the request has an unknown field; known are method, url, headers, body,"
                        + " body_base64, credential, follow_redirects");
        }
    }

    /** Whether a string follows; null counts as absent. */
    private boolean isString(String name) throws MalformedJsonException, WrongShape {
        JsonToken value = json.next();
        if (value != JsonToken.VALUE_STRING && value != JsonToken.VALUE_NULL) {
            throw new WrongShape(name + " is not a string");
        }
        return value == JsonToken.VALUE_STRING;
    }

    private Optional<String> text(String name) throws MalformedJsonException, WrongShape {
        return isString(name) ? Optional.of(json.textStart(MOST_CHARS)) : Optional.empty();
    }

    private boolean flag(String name) throws MalformedJsonException, WrongShape {
        return switch (json.next()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE, VALUE_NULL -> false;
            default -> throw new WrongShape(name + " is not true or false");
        };
    }

    private List<HttpHeader> headers() throws MalformedJsonException, WrongShape {
        JsonToken value = json.next();
        if (value == JsonToken.VALUE_NULL) {
            return List.of();
        }
        if (value != JsonToken.START_OBJECT) {
            throw new WrongShape("headers is not an object");
        }
        List<HttpHeader> read = new ArrayList<>();
        while (json.next() != JsonToken.END_OBJECT) {
            String name = json.name();
            if (json.next() != JsonToken.VALUE_STRING) {
                throw new WrongShape("a header's value is not a string");
            }
            if (read.size() == MOST_HEADERS) {
                throw new WrongShape("the request has more than " + MOST_HEADERS + " headers");
            }
            read.add(new HttpHeader(name, json.textStart(MOST_CHARS)));
        }
        return read;
    }

    private Optional<byte[]> body() throws MalformedJsonException, WrongShape {
        if (!isString("body")) {
            return Optional.empty();
        }
        requireOneBody(decodedBody);
        Optional<byte[]> text = json.utf8();
        if (text.isEmpty()) {
            throw new WrongShape("body has half a surrogate pair, which UTF-8 cannot carry");
        }
        return text;
    }

    private Optional<byte[]> decodedBody() throws MalformedJsonException, WrongShape {
        if (!isString("body_base64")) {
            return Optional.empty();
        }
        requireOneBody(body);
        try {
            return Optional.of(Base64.getDecoder().decode(json.utf8().orElse(new byte[] {'?'})));
        } catch (IllegalArgumentException e) {
            throw new WrongShape("body_base64 is not base64");
        }
    }

    private static void requireOneBody(Optional<byte[]> other) throws WrongShape {
        if (other.isPresent()) {
            throw new WrongShape("the request has both body and body_base64");
        }
    }

    /** The error in a request that is well-formed so far. */
    private static final class WrongShape extends Exception {
        private static final long serialVersionUID = 1L;

        private final String what;

        WrongShape(String what) {
            super(what, null, false, false);
            this.what = what;
        }
    }
}
