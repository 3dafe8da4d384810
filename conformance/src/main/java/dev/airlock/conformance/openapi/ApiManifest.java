package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.scenarios.expectation.TomlText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the manifest of a connector for some operations. What only its author can know is a question in a comment. */
final class ApiManifest {
    private static final List<String> IMPORTS =
            List.of("http_request", "http_response_read", "http_response_size", "http_response_status");

    private final StringBuilder out = new StringBuilder();

    private ApiManifest() {}

    static String of(String name, String description, List<ApiOperation> operations, Optional<String> credential) {
        ApiManifest manifest = new ApiManifest();
        manifest.head(name, description, operations, credential);
        operations.forEach(manifest::operation);
        return manifest.out.toString();
    }

    /** Returns the schema of an operation's arguments; empty if it has none. */
    static Optional<ObjectNode> args(ApiOperation operation) {
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        ArrayNode required = JsonNodeFactory.instance.arrayNode();
        operation.parameters().forEach(parameter -> {
            properties.set(parameter.name(), parameter.schema());
            if (parameter.required()) {
                required.add(parameter.name());
            }
        });
        operation.body().ifPresent(schema -> {
            properties.set(ApiOperation.BODY, schema);
            if (operation.bodyRequired()) {
                required.add(ApiOperation.BODY);
            }
        });
        if (properties.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
        schema.set("properties", properties);
        return Optional.of(schema);
    }

    private void head(String name, String description, List<ApiOperation> operations, Optional<String> credential) {
        out.append("#:schema ./.airlock/manifest.schema.json\n[connector]\nname = \"local://me/")
                .append(name);
        out.append("\"\nversion = \"0.1.0\"\n");
        if (!description.isEmpty()) {
            out.append("description = ").append(TomlText.string(description)).append('\n');
        }
        String hosts = operations.stream()
                .map(operation -> TomlText.string(ApiServers.host(operation.server())))
                .distinct()
                .collect(Collectors.joining(", "));
        out.append("\n[capabilities.network]\nhosts = [").append(hosts).append("]\n\n");
        out.append(
                        credential.orElse(
                                "# The document names no credential. If the service wants one, declare it: [capabilities.credential]\n"))
                .append('\n');
        out.append("[capabilities.runtime]\nimports = [");
        out.append(IMPORTS.stream().map(TomlText::string).collect(Collectors.joining(", ")))
                .append("]\n");
    }

    private void operation(ApiOperation operation) {
        out.append("\n[[operations]]\nname = ")
                .append(TomlText.string(operation.name()))
                .append('\n');
        if (!operation.summary().isEmpty()) {
            out.append("description = ")
                    .append(TomlText.string(operation.summary()))
                    .append('\n');
        }
        question(operation);
        args(operation).ifPresent(schema -> table("operations.args", schema));
        result(operation.answer()).ifPresent(schema -> table("operations.result", schema));
    }

    private void question(ApiOperation operation) {
        if (operation.keyHeader().isPresent()) {
            out.append("# The call's key goes along in ")
                    .append(operation.keyHeader().get());
            out.append(", so a call whose answer was lost is repeated.\n");
            return;
        }
        switch (operation.method()) {
            case "GET", "HEAD", "OPTIONS" ->
                out.append("# read_only = true  # Does ")
                        .append(operation.method())
                        .append(" change nothing at this service? Then a host may call it without asking anybody.\n");
            case "PUT", "DELETE" ->
                out.append("# idempotent = true  # Does ")
                        .append(operation.method())
                        .append(
                                " have the same effect if it arrives twice? Then Airlock repeats it after a lost answer.\n");
            default ->
                out.append(
                        "# A lost answer is not repeated. Does the service take an idempotency key? Send the call's.\n");
        }
    }

    private static Optional<ObjectNode> result(ApiOperation.Answer answer) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        switch (answer.form()) {
            case OBJECT -> {
                return Optional.of(answer.schema())
                        .filter(known -> known.path("properties").size() > 0)
                        .map(known -> known.put("type", "object"));
            }
            case LIST -> {
                schema.putArray("required").add("items");
                schema.putObject("properties").set("items", answer.schema().put("type", "array"));
                return Optional.of(schema);
            }
            default -> {
                return Optional.empty();
            }
        }
    }

    /** Writes a schema: its properties as one line each, below a table of their own. */
    private void table(String name, ObjectNode schema) {
        out.append('[').append(name).append("]\n");
        JsonNode properties = schema.path("properties");
        schema.properties().stream()
                .filter(member -> !member.getKey().equals("properties"))
                .forEach(member -> line(member.getKey(), member.getValue()));
        if (!properties.isEmpty()) {
            out.append('[').append(name).append(".properties]\n");
            properties.properties().forEach(member -> line(member.getKey(), member.getValue()));
        }
    }

    private void line(String key, JsonNode value) {
        TomlText.inline(value)
                .ifPresent(toml ->
                        out.append(TomlText.key(key)).append(" = ").append(toml).append('\n'));
    }
}
