package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A JSON value with holes. A hole is filled with a value, which keeps its type and is never parsed again as a template, as JSON or as
 * anything else.
 */
public sealed interface Template {
    /** The longest text that results from a text around holes, in characters; a longer one would not fit into any call. */
    int LONGEST_TEXT = 64 << 20;

    /** A value without holes. */
    record Fixed(JsonNode value) implements Template {}

    /** A text that is only a hole. It becomes the value itself, whatever its type. */
    record Whole(Reference reference) implements Template {}

    /**
     * A text around holes. It becomes a text.
     *
     * @param parts the fixed parts and the holes, in order
     */
    record Text(List<Part> parts) implements Template {
        /** Copies the list. */
        public Text {
            parts = List.copyOf(parts);
        }
    }

    /** A piece of a text. */
    sealed interface Part {
        /** A fixed text by the author. */
        record Written(String text) implements Part {}

        /** A hole. */
        record Hole(Reference reference) implements Part {}
    }

    /** An object; a member that is only a hole for something absent is left out. */
    record Members(Map<String, Template> members) implements Template {
        /** Copies the map, in its order. */
        public Members {
            members = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }
    }

    /** A list; an element that is only a hole for something absent is left out. */
    record Elements(List<Template> elements) implements Template {
        /** Copies the list. */
        public Elements {
            elements = List.copyOf(elements);
        }
    }

    /** The result of filling a template. */
    sealed interface Filled {
        /** The value, without holes. */
        record Value(JsonNode value) implements Filled {}

        /** The whole template is a hole for something that is absent and may be. */
        record Absent() implements Filled {}

        /** A hole cannot be filled; the reason is a sentence. */
        record Problem(String what) implements Filled {}
    }

    /** The result of looking up the value for a hole. */
    sealed interface Found {
        /** The value exists. */
        record Value(JsonNode value) implements Found {}

        /** The value is absent and may be: it belongs to an optional input or an optional step. */
        record Absent() implements Found {}

        /** The value is absent and must not be; the reason is a sentence. */
        record Missing(String what) implements Found {}
    }

    /** Returns all references, in order. */
    default Stream<Reference> references() {
        if (this instanceof Whole whole) {
            return Stream.of(whole.reference());
        }
        if (this instanceof Text text) {
            return text.parts().stream()
                    .flatMap(part -> part instanceof Part.Hole hole ? Stream.of(hole.reference()) : Stream.empty());
        }
        if (this instanceof Members object) {
            return object.members().values().stream().flatMap(Template::references);
        }
        return this instanceof Elements list ? list.elements().stream().flatMap(Template::references) : Stream.empty();
    }

    /** Returns the value with its holes filled. */
    default Filled fill(Function<Reference, Found> values) {
        if (this instanceof Whole whole) {
            return filled(values.apply(whole.reference()));
        }
        if (this instanceof Text text) {
            return text(text, values);
        }
        if (this instanceof Members object) {
            return object(object, values);
        }
        return this instanceof Elements list ? list(list, values) : new Filled.Value(((Fixed) this).value());
    }

    private static Filled filled(Found found) {
        if (found instanceof Found.Value value) {
            return new Filled.Value(value.value());
        }
        return found instanceof Found.Missing missing ? new Filled.Problem(missing.what()) : new Filled.Absent();
    }

    private static Filled text(Text text, Function<Reference, Found> values) {
        StringBuilder out = new StringBuilder();
        for (Part part : text.parts()) {
            if (part instanceof Part.Written written) {
                out.append(written.text());
                continue;
            }
            Reference reference = ((Part.Hole) part).reference();
            Found found = values.apply(reference);
            Optional<String> word = found instanceof Found.Value value ? word(value.value()) : Optional.empty();
            if (word.isEmpty()) {
                return new Filled.Problem(
                        found instanceof Found.Missing missing
                                ? missing.what()
                                : reference
                                        + " is part of a text, and is absent, or is not text, a number or a boolean.");
            }
            if (out.length() + word.get().length() > LONGEST_TEXT) {
                return new Filled.Problem(
                        "The text around " + reference + " would have more than " + LONGEST_TEXT + " characters.");
            }
            out.append(word.get());
        }
        return new Filled.Value(TextNode.valueOf(out.toString()));
    }

    private static Optional<String> word(JsonNode value) {
        return value.isTextual()
                ? Optional.of(value.textValue())
                : value.isNumber() || value.isBoolean() ? Optional.of(value.asText()) : Optional.empty();
    }

    private static Filled object(Members template, Function<Reference, Found> values) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, Template> member : template.members().entrySet()) {
            Filled filled = member.getValue().fill(values);
            if (filled instanceof Filled.Problem) {
                return filled;
            }
            if (filled instanceof Filled.Value value) {
                object.set(member.getKey(), value.value());
            }
        }
        return new Filled.Value(object);
    }

    private static Filled list(Elements template, Function<Reference, Found> values) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Template element : template.elements()) {
            Filled filled = element.fill(values);
            if (filled instanceof Filled.Problem) {
                return filled;
            }
            if (filled instanceof Filled.Value value) {
                list.add(value.value());
            }
        }
        return new Filled.Value(list);
    }
}
