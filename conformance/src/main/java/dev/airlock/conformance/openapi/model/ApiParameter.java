package dev.airlock.conformance.openapi.model;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A parameter of an operation.
 *
 * @param name its name in the URL or among the headers, which is also that of the argument
 * @param place where it goes
 * @param required whether a request needs it
 * @param joined whether the values of a list go into one parameter, with commas between them
 * @param schema the JSON Schema of its value
 */
public record ApiParameter(String name, Place place, boolean required, boolean joined, ObjectNode schema) {
    /** The place of a parameter in a request. */
    public enum Place {
        /** A segment of the path, or a part of one. */
        PATH,
        /** The query of the URL. */
        QUERY,
        /** A header. */
        HEADER
    }

    /** Copies the schema. */
    public ApiParameter {
        schema = schema.deepCopy();
    }

    /** Returns a copy of the schema. */
    @Override
    public ObjectNode schema() {
        return schema.deepCopy();
    }
}
