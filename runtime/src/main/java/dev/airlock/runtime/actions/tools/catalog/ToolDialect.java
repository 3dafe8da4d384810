package dev.airlock.runtime.actions.tools.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.runtime.actions.tools.ToolDefinition;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.runtime.actions.tools.schema.StrictSchema;
import java.util.Optional;
import java.util.regex.Pattern;

/** The protocols for tools, calls and results of models. */
public enum ToolDialect {
    /** OpenAI's chat completions, and compatible services. */
    OPENAI_CHAT(Pattern.compile("[a-zA-Z0-9_-]"), 64) {
        @Override
        ObjectNode definition(String name, String description, ToolDefinition tool) {
            ObjectNode json = node().put("type", "function");
            function(json.putObject("function"), name, description, tool);
            return json;
        }

        @Override
        Asked read(ObjectNode call) {
            return new Asked(
                    call.path("id").asText(),
                    call.path("function").path("name").asText(),
                    arguments(call.path("function").path("arguments")));
        }

        @Override
        ObjectNode result(ToolResult result, ToolDefinition tool) {
            return result.toJson();
        }
    },
    /** OpenAI's responses. */
    OPENAI_RESPONSES(Pattern.compile("[a-zA-Z0-9_-]"), 64) {
        @Override
        ObjectNode definition(String name, String description, ToolDefinition tool) {
            ObjectNode json = node().put("type", "function");
            function(json, name, description, tool);
            return json;
        }

        @Override
        Asked read(ObjectNode call) {
            return new Asked(
                    call.path("call_id").asText(), call.path("name").asText(), arguments(call.path("arguments")));
        }

        @Override
        ObjectNode result(ToolResult result, ToolDefinition tool) {
            return node().put("type", "function_call_output")
                    .put("call_id", result.toolCallId())
                    .put("output", result.content());
        }
    },
    /** Anthropic's messages. */
    ANTHROPIC(Pattern.compile("[a-zA-Z0-9_-]"), 64) {
        @Override
        ObjectNode definition(String name, String description, ToolDefinition tool) {
            ObjectNode json = node().put("name", name).put("description", description);
            json.set("input_schema", tool.parameters().deepCopy());
            return json;
        }

        @Override
        Asked read(ObjectNode call) {
            return new Asked(call.path("id").asText(), call.path("name").asText(), arguments(call.path("input")));
        }

        @Override
        ObjectNode result(ToolResult result, ToolDefinition tool) {
            return node().put("type", "tool_result")
                    .put("tool_use_id", result.toolCallId())
                    .put("content", result.content())
                    .put("is_error", result.isError());
        }
    },
    /** The Model Context Protocol. A call is a {@code tools/call} request, whose id is the tool call's id. */
    MCP(Pattern.compile("[A-Za-z0-9_.-]"), 128) {
        @Override
        ObjectNode definition(String name, String description, ToolDefinition tool) {
            ObjectNode json = node().put("name", name).put("title", tool.name()).put("description", description);
            json.set("inputSchema", tool.parameters().deepCopy());
            tool.result().ifPresent(schema -> json.set("outputSchema", schema.deepCopy()));
            json.set("annotations", tool.hints().annotations());
            return json;
        }

        @Override
        Asked read(ObjectNode call) {
            return new Asked(
                    call.path("id").asText(),
                    call.path("params").path("name").asText(),
                    arguments(call.path("params").path("arguments")));
        }

        /** Leaves out the structured content of an error, because clients check even that against the schema. */
        @Override
        ObjectNode result(ToolResult result, ToolDefinition tool) {
            ObjectNode json = node();
            json.putArray("content").addObject().put("type", "text").put("text", result.content());
            json.put("isError", result.isError());
            ObjectNode structured = result.structured();
            if (tool.result().isPresent() && structured.has("output") && !structured.has("errors")) {
                json.set("structuredContent", structured.get("output"));
            }
            json.putObject("_meta").set("dev.airlock/result", structured);
            return json;
        }
    };

    private final Pattern allowed;
    private final int longestName;

    ToolDialect(Pattern allowed, int longestName) {
        this.allowed = allowed;
        this.longestName = longestName;
    }

    /**
     * A model's call.
     *
     * @param id the call's id
     * @param name the name under which the tool was offered
     * @param arguments a JSON object as text
     */
    record Asked(String id, String name, String arguments) {}

    abstract ObjectNode definition(String name, String description, ToolDefinition tool);

    abstract Asked read(ObjectNode call);

    abstract ObjectNode result(ToolResult result, ToolDefinition tool);

    Pattern allowed() {
        return allowed;
    }

    int longestName() {
        return longestName;
    }

    /** Returns the arguments as text. Accepts both text and JSON, whichever the protocol says, so that none is lost. */
    private static String arguments(JsonNode given) {
        if (given.isMissingNode() || given.isNull()) {
            return "";
        }
        return given.isTextual() ? given.textValue() : StrictJson.write(given);
    }

    private static ObjectNode node() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static void function(ObjectNode json, String name, String description, ToolDefinition tool) {
        json.put("name", name).put("description", description);
        Optional<ObjectNode> strict = StrictSchema.of(tool.parameters());
        json.set("parameters", strict.orElseGet(() -> tool.parameters().deepCopy()));
        json.put("strict", strict.isPresent());
    }
}
