package dev.airlock.conformance.conversion.secrets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.redaction.Redactor;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Replaces secrets with made-up values: each mark of a secret that was removed from a recording, and each value whose name sounds secret.
 * The same value gets the same replacement everywhere, so a value that a connector passes on still equals the one that it received. Notes
 * each place of a replacement.
 */
public final class Placeholders {
    /** The replacement for a secret that was removed from the recording. */
    static final String MADE_UP = "made-up-value";

    private final Map<String, String> placeholders;
    private final List<Replacement> longestFirst;
    private final Redactor transformed;
    private final Set<String> places = new LinkedHashSet<>();
    private final Set<String> transformedPlaces = new LinkedHashSet<>();
    private boolean isTransformed;

    /** @param placeholders the replacement for each value */
    Placeholders(Map<String, String> placeholders) {
        this.placeholders = placeholders;
        this.longestFirst = placeholders.entrySet().stream()
                .map(entry -> Replacement.of(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt((Replacement one) -> one.value().length())
                        .reversed())
                .toList();
        this.transformed = Redactor.of(longestFirst.stream()
                .filter(Replacement::isLong)
                .map(Replacement::value)
                .toList());
    }

    /** Returns the text without secrets. Notes the place of a text that held one. */
    public String in(String place, String text) {
        isTransformed = false;
        String clean = plain(text);
        String whole = transformed.redact(clean);
        if (!whole.equals(clean)) {
            isTransformed = true;
            transformedPlaces.add(place);
            whole = whole.replace(Redactor.MARK, MADE_UP);
        }
        if (!whole.equals(text)) {
            places.add(place);
        }
        return whole;
    }

    /** Returns whether the latest text held a secret in another form, for instance base64, for which there is no made-up form. */
    public boolean wasTransformed() {
        return isTransformed;
    }

    /** Does the same for all texts, names and numbers of a JSON value, and notes the place of each that held a secret. */
    public JsonNode in(String place, JsonNode value) {
        if (value.isObject()) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            value.properties().forEach(member -> {
                String name = in(place, member.getKey());
                object.set(
                        object.has(name) ? name + "-" + object.size() : name,
                        in(place + "/" + name, member.getValue()));
            });
            return object;
        }
        if (value.isArray()) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < value.size(); i++) {
                array.add(in(place + "/" + i, value.get(i)));
            }
            return array;
        }
        if (value.isTextual()) {
            return TextNode.valueOf(in(place, value.textValue()));
        }
        return value.isIntegralNumber() ? number(place, value) : value;
    }

    private JsonNode number(String place, JsonNode value) {
        String instead = placeholders.get(value.asText());
        if (instead == null || !instead.chars().allMatch(Character::isDigit)) {
            return value;
        }
        places.add(place);
        return BigIntegerNode.valueOf(new BigInteger(instead));
    }

    /** Returns the places of the replacements, in their order. */
    public List<String> places() {
        return List.copyOf(places);
    }

    /** Returns the places of secrets in another form. */
    public List<String> transformedPlaces() {
        return List.copyOf(transformedPlaces);
    }

    private String plain(String text) {
        String clean = text.replace(Redactor.MARK, MADE_UP);
        for (Replacement replacement : longestFirst) {
            clean = replacement.in(clean);
        }
        return clean;
    }
}
