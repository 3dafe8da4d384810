package dev.airlock.formats.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Builds trees from a parser's tokens without Jackson's mapper, whose start takes longer than a small connector's first call. */
final class TreeReader {
    /** A node factory that refuses numbers that are slow to compute with. */
    static final JsonNodeFactory NODES = new BoundedNumbers();

    private final JsonParser parser;

    private TreeReader(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Returns the next document; empty if there is none.
     *
     * @throws ArithmeticException if a number is slow to compute with
     */
    static Optional<JsonNode> read(JsonParser parser) throws IOException {
        @Nullable JsonToken first = parser.nextToken();
        return first == null ? Optional.empty() : Optional.of(new TreeReader(parser).document(first));
    }

    private JsonNode document(JsonToken first) throws IOException {
        JsonNode document = node(first);
        if (document instanceof ContainerNode<?> container) {
            fill(container);
        }
        return document;
    }

    /** Fills the document without recursion, so that a deep document needs no deep stack. */
    private void fill(ContainerNode<?> document) throws IOException {
        Deque<ContainerNode<?>> open = new ArrayDeque<>();
        open.push(document);
        while (!open.isEmpty()) {
            JsonToken token = parser.nextToken();
            if (token.isStructEnd()) {
                open.pop();
                continue;
            }
            JsonNode child = add(open.element(), token);
            if (child instanceof ContainerNode<?> container) {
                open.push(container);
            }
        }
    }

    private JsonNode add(ContainerNode<?> parent, JsonToken token) throws IOException {
        if (parent instanceof ObjectNode object) {
            String name = parser.currentName();
            JsonNode member = node(parser.nextToken());
            object.set(name, member);
            return member;
        }
        JsonNode element = node(token);
        ((ArrayNode) parent).add(element);
        return element;
    }

    private JsonNode node(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> NODES.objectNode();
            case START_ARRAY -> NODES.arrayNode();
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case FIELD_NAME, END_OBJECT, END_ARRAY, VALUE_EMBEDDED_OBJECT, NOT_AVAILABLE ->
                throw new IllegalStateException("a parser of texts gave " + token);
        };
    }

    /** Refuses numbers that are short to write and slow to compute with. */
    private static final class BoundedNumbers extends JsonNodeFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public ValueNode numberNode(@Nullable BigDecimal value) {
            if (value != null && Math.abs((long) value.scale()) > StrictJson.MAX_EXPONENT) {
                throw new ArithmeticException();
            }
            return super.numberNode(value);
        }
    }
}
