package dev.airlock.sandbox.recording.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.recording.ByteString;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The fields of one JSON object of a recording, each checked for its type. */
final class Fields {
    private static final String BASE64 = "_base64";

    private final JsonNode json;

    Fields(JsonNode json) {
        this.json = json;
    }

    /** Writes bytes as a field: as text if they are UTF-8, else in base64 under a name that says so. */
    static void put(ObjectNode json, String name, ByteString octets) {
        try {
            json.put(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(octets.bytes()))
                            .toString());
        } catch (CharacterCodingException e) {
            json.put(name + BASE64, Base64.getEncoder().encodeToString(octets.bytes()));
        }
    }

    boolean has(String name) {
        return json.has(name);
    }

    boolean hasOctets(String name) {
        return json.has(name) || json.has(name + BASE64);
    }

    String text(String name) throws BadRecordingException {
        JsonNode value = json.path(name);
        if (!value.isTextual()) {
            throw wrong(name, "a text");
        }
        return value.textValue();
    }

    long number(String name) throws BadRecordingException {
        JsonNode value = json.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(name, "a whole number");
        }
        return value.longValue();
    }

    /** Reads a number that counts something. */
    long count(String name) throws BadRecordingException {
        long value = number(name);
        if (value < 0) {
            throw wrong(name, "zero or more");
        }
        return value;
    }

    int small(String name, int least, int most) throws BadRecordingException {
        long value = number(name);
        if (value < least || value > most) {
            throw wrong(name, "a number from " + least + " to " + most);
        }
        return (int) value;
    }

    boolean flag(String name) throws BadRecordingException {
        JsonNode value = json.path(name);
        if (!value.isBoolean()) {
            throw wrong(name, "true or false");
        }
        return value.booleanValue();
    }

    Fields object(String name) throws BadRecordingException {
        return new Fields(node(name));
    }

    ObjectNode node(String name) throws BadRecordingException {
        if (json.path(name) instanceof ObjectNode object) {
            return object;
        }
        throw wrong(name, "an object");
    }

    ArrayNode list(String name) throws BadRecordingException {
        if (json.path(name) instanceof ArrayNode array) {
            return array;
        }
        throw wrong(name, "a list");
    }

    ByteString octets(String name) throws BadRecordingException {
        if (json.has(name)) {
            return new ByteString(text(name).getBytes(StandardCharsets.UTF_8));
        }
        try {
            return new ByteString(Base64.getDecoder().decode(text(name + BASE64)));
        } catch (IllegalArgumentException e) {
            throw wrong(name + BASE64, "base64");
        }
    }

    <E extends Enum<E>> E word(String name, Class<E> kind) throws BadRecordingException {
        String text = text(name);
        for (E one : kind.getEnumConstants()) {
            if (word(one).equals(text)) {
                return one;
            }
        }
        throw new BadRecordingException("has a field " + name + " with an unknown value, " + ForeignText.quote(text));
    }

    static String word(Enum<?> one) {
        return one.name().toLowerCase(java.util.Locale.ROOT);
    }

    Optional<String> textIfThere(String name) throws BadRecordingException {
        return has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    private static BadRecordingException wrong(String name, String what) {
        return new BadRecordingException("has no field " + name + ", or one that is not " + what);
    }
}
