package dev.airlock.runtime.actions.tools.catalog;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolDefinition;
import dev.airlock.runtime.actions.tools.ToolHints;
import dev.airlock.runtime.actions.tools.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Tools in the form of OpenAI, Anthropic or MCP: definitions under valid names, calls, and results.
 *
 * <pre>{@code
 * ToolCatalog catalog = ToolCatalog.of(tools, ToolDialect.ANTHROPIC);
 * request.set("tools", catalog.definitions());
 * ToolResult result = tools.call(catalog.call(toolUse).inConversation(thread), cancellation);
 * message.add(catalog.result(toolUse, result));
 * }</pre>
 *
 * <p>An invalid name (with a dot, for OpenAI) is offered as a valid one, the same in every process. Immutable.
 */
public final class ToolCatalog {
    /** The maximum length of a tool's description, in characters. */
    public static final int LONGEST_DESCRIPTION = 1_024;

    private static final String CUT = "…";
    private static final ToolDefinition NO_TOOL =
            new ToolDefinition("", "", JsonNodeFactory.instance.objectNode(), Optional.empty(), ToolHints.NONE);

    private final ToolDialect dialect;
    private final List<ToolDefinition> tools;
    private final Map<String, ToolDefinition> byName;
    private final OfferedNames names;

    private ToolCatalog(List<ToolDefinition> tools, ToolDialect dialect) {
        this.dialect = dialect;
        this.tools = List.copyOf(tools);
        this.byName = tools.stream().collect(Collectors.toUnmodifiableMap(ToolDefinition::name, Function.identity()));
        this.names = new OfferedNames(byName.keySet(), dialect.allowed(), dialect.longestName());
    }

    /** Returns the tools in a protocol's form, as they are now. */
    public static ToolCatalog of(ActionTools tools, ToolDialect dialect) {
        return of(tools.definitions(), dialect);
    }

    /**
     * Returns definitions in a protocol's form.
     *
     * @throws IllegalStateException if two have the same name
     */
    public static ToolCatalog of(List<ToolDefinition> tools, ToolDialect dialect) {
        return new ToolCatalog(tools, dialect);
    }

    /** Returns the definitions, in the order of the tools. */
    public List<ObjectNode> definitions() {
        return tools.stream()
                .map(tool -> dialect.definition(names.offered(tool.name()), bounded(tool.description()), tool))
                .toList();
    }

    /** Returns a model's call under the tool's own name. Takes an element of {@code tool_calls} or {@code content}, or a request of MCP. */
    public ToolCall call(ObjectNode asked) {
        ToolDialect.Asked read = dialect.read(asked);
        return new ToolCall(read.id(), names.own(read.name()), read.arguments());
    }

    /**
     * Returns a result in the form for the model's next turn.
     *
     * @param asked the model's call
     */
    public ObjectNode result(ObjectNode asked, ToolResult result) {
        String name = names.own(dialect.read(asked).name());
        return dialect.result(result, byName.getOrDefault(name, NO_TOOL));
    }

    private static String bounded(String description) {
        if (description.length() <= LONGEST_DESCRIPTION) {
            return description;
        }
        int end = LONGEST_DESCRIPTION - CUT.length();
        return description.substring(0, Character.isHighSurrogate(description.charAt(end - 1)) ? end - 1 : end) + CUT;
    }
}
