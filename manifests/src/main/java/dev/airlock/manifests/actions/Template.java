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
 * A JSON value with holes. What fills a hole is a value and stays one: it keeps its type, and is never read again as a template, as
 * JSON or as anything else.
 */
public sealed interface Template {
    /** The longest text that is made of a text around holes, in characters; a larger one would not fit into any call. */
    int LONGEST_TEXT = 64 << 20;

    /** A value without holes. */
    record Fixed(JsonNode value) implements Template {}

    /** A text that is only a hole: it becomes the value itself, whatever its type. */
    record Whole(Reference reference) implements Template {}

    /**
     * A text around holes: it becomes a text.
     *
     * @param parts what is fixed, and what is not, in order
     */
    record Text(List<Part> parts) implements Template {
        /** Copies the list. */
        public Text {
            parts = List.copyOf(parts);
        }
    }

    /** A piece of a text. */
    sealed interface Part {
        /** What the author wrote. */
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

    /** What became of filling a template. */
    sealed interface Filled {
        /** The value, without holes. */
        record Value(JsonNode value) implements Filled {}

        /** The whole template is a hole for something absent that may be absent. */
        record Absent() implements Filled {}

        /** A hole cannot be filled; why, as a sentence. */
        record Problem(String what) implements Filled {}
    }

    /** What holes are filled from. */
    sealed interface Found {
        /** There is such a value. */
        record Value(JsonNode value) implements Found {}

        /** There is none, and that is allowed: an optional input, an optional step. */
        record Absent() implements Found {}

        /** There is none, and there should be; why, as a sentence. */
        record Missing(String what) implements Found {}
    }

    /** All references, in order. */
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

    /** The value, its holes filled. */
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
                                : reference + " is part of a text, and is absent, or is not text, a number or a boolean.");
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
