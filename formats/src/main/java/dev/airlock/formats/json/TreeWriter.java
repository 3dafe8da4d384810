package dev.airlock.formats.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.POJONode;
import java.io.IOException;
import java.util.Map;

/** Writes trees to a generator without Jackson's mapper, whose start takes longer than a small connector's first call. */
final class TreeWriter {
    private TreeWriter() {}

    /** Writes a tree; the generator bounds how deep it may nest. */
    static void write(JsonNode node, JsonGenerator out) throws IOException {
        switch (node.getNodeType()) {
            case OBJECT -> writeObject(node, out);
            case ARRAY -> writeArray(node, out);
            case STRING -> out.writeString(node.textValue());
            case NUMBER -> writeNumber(node, out);
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            case NULL, MISSING -> out.writeNull();
            case BINARY -> out.writeBinary(node.binaryValue());
            case POJO -> AnyValue.write(((POJONode) node).getPojo(), out);
        }
    }

    private static void writeObject(JsonNode node, JsonGenerator out) throws IOException {
        out.writeStartObject(node);
        for (Map.Entry<String, JsonNode> member : node.properties()) {
            out.writeFieldName(member.getKey());
            write(member.getValue(), out);
        }
        out.writeEndObject();
    }

    private static void writeArray(JsonNode node, JsonGenerator out) throws IOException {
        out.writeStartArray(node, node.size());
        for (JsonNode element : node) {
            write(element, out);
        }
        out.writeEndArray();
    }

    private static void writeNumber(JsonNode node, JsonGenerator out) throws IOException {
        switch (node.numberType()) {
            case INT -> out.writeNumber(node.intValue());
            case LONG -> out.writeNumber(node.longValue());
            case BIG_INTEGER -> out.writeNumber(node.bigIntegerValue());
            case FLOAT -> out.writeNumber(node.floatValue());
            case DOUBLE -> out.writeNumber(node.doubleValue());
            case BIG_DECIMAL -> out.writeNumber(node.decimalValue());
        }
    }

    /** Writes values that only an embedder can put into a tree. The mapper's classes load with this class and not before. */
    private static final class AnyValue {
        static void write(Object value, JsonGenerator out) throws IOException {
            out.setCodec(new JsonMapper());
            out.writePOJO(value);
        }
    }
}
