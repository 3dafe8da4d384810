package dev.airlock.conformance.retelling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.Redactor;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts made-up values in the place of secrets: wherever one was taken out of a recording, and wherever a value occurs whose name
 * sounds secret. The same value is replaced by the same one everywhere, so that what a connector passes on is what it was given.
 * Notes each place where it replaced something.
 */
final class MadeUpValues {
    /** Stands where a secret was taken out of the recording. */
    static final String MADE_UP = "made-up-value";

    private final Map<String, String> madeUp;
    private final List<Replacement> longestFirst;
    private final Redactor transformed;
    private final Set<String> places = new LinkedHashSet<>();
    private final Set<String> transformedPlaces = new LinkedHashSet<>();
    private boolean isTransformed;

    /** @param madeUp what stands for each value */
    MadeUpValues(Map<String, String> madeUp) {
        this.madeUp = madeUp;
        this.longestFirst = madeUp.entrySet().stream()
                .map(entry -> Replacement.of(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt((Replacement one) -> one.value().length())
                        .reversed())
                .toList();
        this.transformed = Redactor.of(longestFirst.stream()
                .filter(Replacement::isLong)
                .map(Replacement::value)
                .toList());
    }

    /** The text without secrets; a text that held one is noted under its place. */
    String in(String place, String text) {
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

    /** Whether the latest text held a secret in another form, base64 for instance, which a made-up value does not have. */
    boolean wasTransformed() {
        return isTransformed;
    }

    /** The same for all texts, names and numbers of a JSON value; each that held a secret is noted under its own place. */
    JsonNode in(String place, JsonNode value) {
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
        String instead = madeUp.get(value.asText());
        if (instead == null || !instead.chars().allMatch(Character::isDigit)) {
            return value;
        }
        places.add(place);
        return BigIntegerNode.valueOf(new BigInteger(instead));
    }

    /** Where something was replaced, in the order in which it was. */
    List<String> places() {
        return List.copyOf(places);
    }

    /** Where a secret stood in another form. */
    List<String> transformedPlaces() {
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
