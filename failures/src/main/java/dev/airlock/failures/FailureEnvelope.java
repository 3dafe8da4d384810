package dev.airlock.failures;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.effect.Effect;
import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.text.Details;
import dev.airlock.failures.text.Words;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The JSON form of a failure, {@code {"error":{…}}} with exactly six fields, as {@code
 * src/abi/failure-envelope.schema.json} describes it.
 */
public final class FailureEnvelope {
    private static final Set<String> FIELDS =
            Set.of("class", "message", "retriable", "boundary", "audit_id", "details");

    private FailureEnvelope() {}

    /** Returns the value of {@code "error"}. */
    public static ObjectNode errorNode(Failure failure) {
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        error.put("class", failure.failureClass().wireName());
        error.put("message", failure.message());
        error.put("retriable", failure.retriable());
        error.put("boundary", failure.boundary().wireName());
        error.put("audit_id", failure.auditId().value());
        error.set("details", node(failure.details()));
        return error;
    }

    /** Returns the whole envelope on one line. */
    public static String write(Failure failure) {
        ObjectNode envelope = JsonNodeFactory.instance.objectNode();
        envelope.set("error", errorNode(failure));
        return StrictJson.write(envelope);
    }

    /**
     * Reads an envelope that Airlock wrote.
     *
     * @throws MalformedJsonException if the text is not JSON
     * @throws IllegalArgumentException if it is not an envelope: a field is missing, unknown or of the wrong type, or a
     *     class or boundary lies outside the closed sets
     */
    public static Failure read(String json) throws MalformedJsonException {
        JsonNode document = StrictJson.read(json);
        JsonNode error = document.path("error");
        if (!document.isObject() || document.size() != 1 || !error.isObject()) {
            throw new IllegalArgumentException("an envelope has one field, \"error\", an object");
        }
        List<String> names = new ArrayList<>();
        error.fieldNames().forEachRemaining(names::add);
        if (!FIELDS.equals(Set.copyOf(names))) {
            throw new IllegalArgumentException(
                    "an envelope's error has exactly six fields: class, message, retriable, boundary, audit_id, details");
        }
        if (!error.get("retriable").isBoolean() || !error.get("details").isObject()) {
            throw new IllegalArgumentException("\"retriable\" is a boolean and \"details\" is an object");
        }
        Map<String, Object> details = map(error.get("details"));
        Boundary boundary = Boundary.ofWireName(text(error, "boundary"))
                .orElseThrow(() -> new IllegalArgumentException("the boundary is not one of the closed set"));
        SideEffects sideEffects = sideEffects(details, boundary);
        FailureClass failureClass = FailureClass.ofWireName(text(error, "class"))
                .orElseThrow(() -> new IllegalArgumentException("the class is not one of the closed set"));
        return new Failure(
                failureClass,
                Words.whole(text(error, "message")),
                error.get("retriable").booleanValue(),
                boundary,
                new AuditId(text(error, "audit_id")),
                new WrittenCause(details, boundary).of(failureClass),
                Details.mapTexts(details, UnaryOperator.identity()),
                sideEffects);
    }

    /**
     * Removes the side effects from the details and returns them. An envelope from before 2026-12 may lack the effect of a call that sent
     * something.
     */
    private static SideEffects sideEffects(Map<String, Object> details, Boundary boundary) {
        Object effect = details.remove(Failure.EFFECT);
        Object sent = details.remove(Failure.REQUEST_SENT);
        Object key = details.remove(Failure.IDEMPOTENCY_KEY);
        boolean mayHaveSent = boundary == Boundary.SANDBOX || boundary == Boundary.EXTERNAL;
        SideEffects unsaid = Boolean.FALSE.equals(sent) || !mayHaveSent ? SideEffects.NONE : SideEffects.UNKNOWN;
        return new SideEffects(
                effect instanceof String name
                        ? Effect.ofWireName(name)
                                .orElseThrow(
                                        () -> new IllegalArgumentException("the effect is not one of the closed set"))
                        : unsaid.effect(),
                sent instanceof Boolean bytes ? bytes : unsaid.requestSent(),
                key instanceof String text ? Optional.of(text) : Optional.empty());
    }

    private static String text(JsonNode error, String field) {
        JsonNode node = error.get(field);
        if (!node.isTextual()) {
            throw new IllegalArgumentException("\"" + field + "\" is a text");
        }
        return node.textValue();
    }

    /** Returns a value of a failure's details as JSON. */
    public static JsonNode node(Object value) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (value instanceof String text) {
            return nodes.textNode(text);
        }
        if (value instanceof Boolean flag) {
            return nodes.booleanNode(flag);
        }
        if (value instanceof Integer number) {
            return nodes.numberNode(number);
        }
        if (value instanceof Long number) {
            return nodes.numberNode(number);
        }
        if (value instanceof Double number) {
            return nodes.numberNode(number);
        }
        if (value instanceof List<?> list) {
            ArrayNode array = nodes.arrayNode();
            list.forEach(element -> array.add(node(element)));
            return array;
        }
        ObjectNode object = nodes.objectNode();
        ((Map<?, ?>) value).forEach((key, element) -> object.set((String) key, node(element)));
        return object;
    }

    private static Map<String, Object> map(JsonNode object) {
        Map<String, Object> out = new LinkedHashMap<>();
        object.properties().forEach(field -> out.put(field.getKey(), value(field.getValue())));
        return out;
    }

    private static Object number(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        return node.doubleValue();
    }

    private static Object value(JsonNode node) {
        return switch (node.getNodeType()) {
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            case OBJECT -> map(node);
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                node.forEach(element -> list.add(value(element)));
                yield list;
            }
            case NULL, MISSING, BINARY, POJO -> throw new IllegalArgumentException("details hold no null");
        };
    }
}
