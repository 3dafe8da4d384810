package dev.airlock.runtime.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.json.StrictJson;

/**
 * A text node that prints itself as JSON without Jackson's mapper. The validator prints every value of an {@code enum} when it reads a
 * schema, and the mapper takes longer to start than a small connector's first call.
 */
final class ShownText extends TextNode {
    private static final long serialVersionUID = 1L;

    private ShownText(String text) {
        super(text);
    }

    /** Returns the same values, with texts of this kind. */
    static ArrayNode inPlaceOf(ArrayNode values) {
        ArrayNode copy = JsonNodeFactory.instance.arrayNode();
        for (JsonNode value : values) {
            copy.add(value.isTextual() ? new ShownText(value.textValue()) : value);
        }
        return copy;
    }

    @Override
    public String toString() {
        return StrictJson.write(this);
    }
}
