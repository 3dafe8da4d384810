package dev.airlock.cli.run.flags;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.limits.LimitRule;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parses the arguments of a call from a person's input. */
public final class CallArguments {
    private static final long MOST_BYTES = LimitRule.of(LimitName.STDIN).ceiling();
    private static final String TEXT = "string";

    private final Terminal terminal;
    private final Optional<JsonNode> schema;
    private final String declarer;

    /**
     * A parser that uses the types of a schema, as far as it declares them.
     *
     * @param declarer the owner of the schema, for messages
     */
    public CallArguments(Terminal terminal, Optional<JsonNode> schema, String declarer) {
        this.terminal = terminal;
        this.schema = schema;
        this.declarer = declarer;
    }

    /** A parser for the arguments of an operation. */
    public CallArguments(Terminal terminal, ConnectorManifest manifest, String op) {
        this(terminal, manifest.operation(op).flatMap(Operation::args), "the operation");
    }

    /** Returns the object of {@code --args}, with each {@code --arg} set in it. */
    public ObjectNode read(Optional<String> whole, List<String> singles) {
        ObjectNode arguments = whole.map(this::object).orElseGet(JsonNodeFactory.instance::objectNode);
        for (String single : singles) {
            int equals = single.indexOf('=');
            if (equals < 1) {
                throw CommandProblem.usage(
                        "--arg takes a name and a value, --arg name=value, not " + Printable.quoted(single) + ".");
            }
            String name = single.substring(0, equals);
            if (arguments.has(name)) {
                throw CommandProblem.usage("The argument " + Printable.quoted(name) + " is given twice.");
            }
            requireKnown(name);
            arguments.set(name, value(name, single.substring(equals + 1)));
        }
        return arguments;
    }

    /**
     * Checks an argument's name. An undeclared name is an error if the schema permits no others, and gets a hint if a declared name is
     * near.
     */
    private void requireKnown(String name) {
        JsonNode declared = schema.map(known -> known.path("properties")).orElseGet(MissingNode::getInstance);
        if (declared.isEmpty() || declared.has(name) || schema.orElseThrow().has("patternProperties")) {
            return;
        }
        List<String> names = new ArrayList<>();
        declared.fieldNames().forEachRemaining(names::add);
        JsonNode others = schema.orElseThrow().path("additionalProperties");
        boolean isClosed = others.isBoolean() && !others.booleanValue();
        Optional<String> near = Nearest.to(name, names);
        String next = near.map(known -> "did you mean " + Printable.of(known) + "?")
                .orElseGet(() -> "it takes " + Printable.of(String.join(", ", names)) + ".");
        if (isClosed) {
            throw CommandProblem.usage(
                    "--arg: " + declarer + " takes no argument " + Printable.quoted(name) + "; " + next);
        }
        near.ifPresent(known -> terminal.err()
                .println("hint: " + declarer + " declares no argument " + Printable.quoted(name) + "; " + next));
    }

    private ObjectNode object(String text) {
        try {
            JsonNode node = StrictJson.read(source(text));
            if (node instanceof ObjectNode object) {
                return object;
            }
            throw CommandProblem.usage("--args takes a JSON object, for instance --args '{\"name\":\"value\"}'.");
        } catch (MalformedJsonException e) {
            throw CommandProblem.usage("--args takes a JSON object; " + e.getMessage() + ".");
        }
    }

    private byte[] source(String text) {
        byte[] bytes = text.equals("-") ? standardInput() : text.startsWith("@") ? file(text.substring(1)) : utf8(text);
        if (bytes.length > MOST_BYTES) {
            throw CommandProblem.usage("--args takes at most 64 MiB, and these arguments are larger.");
        }
        return bytes;
    }

    private byte[] standardInput() {
        try {
            return terminal.in().readNBytes(Math.toIntExact(MOST_BYTES + 1));
        } catch (IOException e) {
            throw CommandProblem.usage("--args -: standard input cannot be read.");
        }
    }

    private byte[] file(String name) {
        try {
            return TypedFile.bytes(terminal, Path.of(name), MOST_BYTES + 1);
        } catch (InvalidPathException e) {
            throw CommandProblem.usage("--args: " + Printable.quoted(name) + " is not a path.");
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns a value of the declared type. Without a declared type, a text that is JSON becomes JSON, and any other stays a text. */
    private JsonNode value(String name, String text) {
        List<String> types = declaredTypes(name);
        if (types.contains(TEXT) && types.stream().allMatch(type -> type.equals(TEXT) || type.equals("null"))) {
            return TextNode.valueOf(text);
        }
        Optional<JsonNode> json = json(text);
        if (types.isEmpty()) {
            return json.orElseGet(() -> TextNode.valueOf(text));
        }
        return json.filter(node -> types.stream().anyMatch(type -> is(node, type)))
                .orElseGet(() -> textOrProblem(name, text, types));
    }

    private JsonNode textOrProblem(String name, String text, List<String> types) {
        if (types.contains(TEXT)) {
            return TextNode.valueOf(text);
        }
        throw CommandProblem.usage("--arg " + Printable.of(name) + ": " + Printable.quoted(text)
                + " is not of the type " + String.join(" or ", types) + ", which " + declarer + " declares.");
    }

    private List<String> declaredTypes(String name) {
        List<String> types = new ArrayList<>();
        schema.map(known -> known.path("properties").path(name).path("type")).ifPresent(type -> {
            if (type.isTextual()) {
                types.add(type.textValue());
            }
            type.elements().forEachRemaining(one -> types.add(one.asText()));
        });
        return types;
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(StrictJson.read(text));
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    private static boolean is(JsonNode node, String type) {
        return switch (type) {
            case "integer" ->
                node.isIntegralNumber()
                        || (node.isNumber()
                                && node.decimalValue().stripTrailingZeros().scale() <= 0);
            case "number" -> node.isNumber();
            case "boolean" -> node.isBoolean();
            case "array" -> node.isArray();
            case "object" -> node.isObject();
            case "null" -> node.isNull();
            default -> node.isTextual();
        };
    }
}
