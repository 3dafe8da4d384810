package dev.airlock.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Makes a call's arguments of what a person typed. */
final class CallArguments {
    private final Terminal terminal;
    private final ConnectorManifest manifest;
    private final String op;

    CallArguments(Terminal terminal, ConnectorManifest manifest, String op) {
        this.terminal = terminal;
        this.manifest = manifest;
        this.op = op;
    }

    /** The object of {@code --args}, with each {@code --arg} set in it. */
    ObjectNode read(Optional<String> whole, List<String> singles) {
        ObjectNode arguments = whole.map(this::object).orElseGet(JsonNodeFactory.instance::objectNode);
        for (String single : singles) {
            int equals = single.indexOf('=');
            if (equals < 1) {
                throw CommandProblem.usage("--arg takes a name and a value, --arg name=value, not \"" + single + "\".");
            }
            String name = single.substring(0, equals);
            if (arguments.has(name)) {
                throw CommandProblem.usage("The argument \"" + name + "\" is given twice.");
            }
            arguments.set(name, value(name, single.substring(equals + 1)));
        }
        return arguments;
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
        if (text.equals("-")) {
            try {
                return terminal.in().readAllBytes();
            } catch (IOException e) {
                throw CommandProblem.usage("--args -: standard input cannot be read.");
            }
        }
        return text.startsWith("@")
                ? ConnectorFolder.bytes(terminal.resolve(Path.of(text.substring(1))))
                : text.getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode value(String name, String text) {
        boolean declaredText = manifest.operation(op)
                .flatMap(Operation::args)
                .map(schema -> schema.path("properties").path(name).path("type").asText())
                .filter("string"::equals)
                .isPresent();
        if (declaredText) {
            return TextNode.valueOf(text);
        }
        try {
            return StrictJson.read(text);
        } catch (MalformedJsonException e) {
            return TextNode.valueOf(text);
        }
    }
}
