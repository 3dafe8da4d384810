package dev.airlock.conformance.openapi.source;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.openapi.model.ApiParameter;

/** The type of one value of a parameter. */
enum ValueType {
    TEXT,
    WHOLE,
    DECIMAL,
    FLAG;

    /** Returns the type of a parameter's value, or of the items of a list. */
    static ValueType of(ApiParameter parameter) {
        JsonNode schema = isList(parameter) ? parameter.schema().path("items") : parameter.schema();
        return switch (schema.path("type").asText()) {
            case "integer" -> WHOLE;
            case "number" -> DECIMAL;
            case "boolean" -> FLAG;
            default -> TEXT;
        };
    }

    /** Returns whether a parameter has a list of values. */
    static boolean isList(ApiParameter parameter) {
        return parameter.schema().path("type").asText().equals("array");
    }
}
