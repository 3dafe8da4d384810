package dev.airlock.conformance.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.conformance.types.Shape.Member;
import dev.airlock.formats.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds the form of values in a JSON Schema. What a schema says beyond types and members, such as a pattern, is left to validation; what no
 * type can express (alternatives, recursion) is any value.
 */
final class SchemaShapes {
    private static final int MAX_DEPTH = 32;
    private static final int LONGEST_COMMENT = 200;
    private static final List<String> ALTERNATIVES = List.of("allOf", "anyOf", "oneOf");

    /** What can stand between quotation marks in all four languages as it is, and in a tag of Go. */
    static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_$@./:+#~ \\[\\]-]{1,128}");

    private final JsonNode root;
    private final NameWords prefix;
    private final UniqueWords structs;
    private final Map<String, Shape> byReference = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    /** The shapes of one schema, whose structs have names that begin with a prefix. */
    SchemaShapes(JsonNode root, NameWords prefix, UniqueWords structs) {
        this.root = root;
        this.prefix = prefix;
        this.structs = structs;
    }

    /** Returns the form of the values that the schema describes. */
    Shape shape(String about) {
        return shape(root, prefix, about, 0);
    }

    private Shape shape(JsonNode schema, NameWords name, String about, int depth) {
        if (depth > MAX_DEPTH) {
            return new Shape.Any();
        }
        if (schema.has("$ref")) {
            return referenced(schema.path("$ref").asText(), about, depth);
        }
        if (schema.has("type") || schema.has("properties")) {
            return ofType(schema, name, about, depth);
        }
        return onlyAlternative(schema)
                .map(alternative -> shape(alternative, name, about, depth + 1))
                .orElseGet(Shape.Any::new);
    }

    private Shape referenced(String reference, String about, int depth) {
        @Nullable Shape known = byReference.get(reference);
        if (known != null) {
            return known;
        }
        if (!open.add(reference)) {
            return new Shape.Any();
        }
        NameWords name = prefix.and(NameWords.of(reference.substring(reference.lastIndexOf('/') + 1)));
        Shape shape = shape(target(reference), name, about, depth + 1);
        open.remove(reference);
        byReference.put(reference, shape);
        return shape;
    }

    private JsonNode target(String reference) {
        if (reference.equals("#")) {
            return root;
        }
        return reference.startsWith("#/") ? root.at(reference.substring(1)) : MissingNode.getInstance();
    }

    private Shape ofType(JsonNode schema, NameWords name, String about, int depth) {
        return switch (type(schema)) {
            case "string" -> new Shape.Text();
            case "integer" -> new Shape.Whole();
            case "number" -> new Shape.Decimal();
            case "boolean" -> new Shape.Flag();
            case "array" ->
                schema.has("prefixItems")
                        ? new Shape.Any()
                        : new Shape.Items(shapeWithoutNull(schema.path("items"), name.and("item"), about, depth + 1));
            case "object" -> object(schema, name, about, depth);
            default -> new Shape.Any();
        };
    }

    private Shape object(JsonNode schema, NameWords name, String about, int depth) {
        JsonNode properties = schema.path("properties");
        if (properties.isEmpty()) {
            JsonNode values = schema.path("additionalProperties");
            return values.isObject() && !schema.has("patternProperties")
                    ? new Shape.Entries(shapeWithoutNull(values, name.and("value"), about, depth + 1))
                    : new Shape.Any();
        }
        if (!StreamSupport.stream(iterable(properties).spliterator(), false).allMatch(PLAIN_NAME.asMatchPredicate())) {
            return new Shape.Any();
        }
        NameWords unique = structs.unlikeOthers(name);
        UniqueWords memberNames = new UniqueWords();
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(entry -> required.add(entry.asText()));
        List<Member> members = new ArrayList<>();
        for (String wire : iterable(properties)) {
            JsonNode written = properties.path(wire);
            NameWords words = memberNames.unlikeOthers(NameWords.of(wire));
            Shape shape = shape(written, name.and(NameWords.of(wire)), partOf(about), depth + 1);
            members.add(new Member(wire, words, comment(written), shape, required.contains(wire), isNullable(written)));
        }
        return new Shape.Struct(unique, about, members);
    }

    /** Returns the form of values in a list or a map, where no language has a place for a null but in any value. */
    private Shape shapeWithoutNull(JsonNode written, NameWords name, String about, int depth) {
        return isNullable(written) ? new Shape.Any() : shape(written, name, about, depth);
    }

    /** Returns the one schema in {@code allOf}, {@code anyOf} or {@code oneOf}, beside a null. */
    private static Optional<JsonNode> onlyAlternative(JsonNode schema) {
        return ALTERNATIVES.stream()
                .map(keyword -> notNull(schema.path(keyword)))
                .filter(alternatives -> alternatives.size() == 1)
                .map(alternatives -> alternatives.get(0))
                .findFirst();
    }

    private static List<JsonNode> notNull(JsonNode alternatives) {
        return StreamSupport.stream(alternatives.spliterator(), false)
                .filter(alternative -> !alternative.path("type").asText("").equals("null"))
                .toList();
    }

    private static String type(JsonNode schema) {
        JsonNode type = schema.path("type");
        if (type.isTextual()) {
            return type.asText();
        }
        List<String> types = new ArrayList<>();
        type.forEach(entry -> types.add(entry.asText()));
        types.remove("null");
        if (types.size() == 1) {
            return types.get(0);
        }
        return !type.isArray() && schema.has("properties") ? "object" : "";
    }

    private boolean isNullable(JsonNode written) {
        JsonNode schema = written.has("$ref") ? target(written.path("$ref").asText()) : written;
        for (JsonNode type : schema.path("type")) {
            if (type.asText().equals("null")) {
                return true;
            }
        }
        return ALTERNATIVES.stream()
                .map(schema::path)
                .anyMatch(alternatives -> notNull(alternatives).size() < alternatives.size());
    }

    /** Returns one line about a member: its description, and the values that it may have. */
    private static Optional<String> comment(JsonNode schema) {
        List<String> parts = new ArrayList<>();
        String description = schema.path("description").asText("");
        if (!description.isBlank()) {
            parts.add(oneLine(description));
        }
        List<String> values = new ArrayList<>();
        schema.path("enum").forEach(value -> values.add(value.asText()));
        if (!values.isEmpty()) {
            parts.add(oneLine("One of: " + String.join(", ", values) + "."));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", parts));
    }

    /** Returns a text from the manifest as one short line that ends no comment of any of the languages. */
    static String oneLine(String text) {
        String line = Printable.of(text.strip().replaceAll("\\s+", " "))
                .replace("*/", "* /")
                .replace("/*", "/ *")
                .replace('\\', '/');
        return line.length() <= LONGEST_COMMENT
                ? line
                : line.substring(0, LONGEST_COMMENT).stripTrailing() + "…";
    }

    private static String partOf(String about) {
        return about.startsWith("a part of ") ? about : "a part of " + about;
    }

    private static Iterable<String> iterable(JsonNode object) {
        return object::fieldNames;
    }
}
