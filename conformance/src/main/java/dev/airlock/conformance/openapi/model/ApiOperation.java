package dev.airlock.conformance.openapi.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * One operation of a document, as a connector can offer it.
 *
 * @param name the name that a call gives as {@code op}
 * @param summary what it does, on one line; may be empty
 * @param method the HTTP method, in capitals
 * @param server the base URL without a slash at the end
 * @param path the path after the base, with places for parameters in braces
 * @param parameters its parameters, in their order, each name once
 * @param body the JSON Schema of its body; empty if it has none
 * @param bodyRequired whether it needs a body
 * @param answer what the service answers
 * @param keyHeader the header that the call's idempotency key goes into; empty if the service takes none
 * @param security the name of the security scheme that authorizes it; empty if it needs none
 */
public record ApiOperation(
        String name,
        String summary,
        String method,
        String server,
        String path,
        List<ApiParameter> parameters,
        Optional<ObjectNode> body,
        boolean bodyRequired,
        Answer answer,
        Optional<String> keyHeader,
        Optional<String> security) {

    /** The argument with the body. */
    public static final String BODY = "body";

    /** Copies the list. */
    public ApiOperation {
        parameters = List.copyOf(parameters);
    }

    /**
     * The answer of a service when all went well.
     *
     * @param status the status
     * @param form the form of its body
     * @param schema the JSON Schema of the body
     * @param example a body from the document, if it has one
     */
    public record Answer(int status, Form form, ObjectNode schema, Optional<JsonNode> example) {}

    /** The form of an answer's body, which decides how it becomes the output of a call: an object. */
    public enum Form {
        /** No body that is JSON; the output is an object without members. */
        NOTHING,
        /** An object, which is the output. */
        OBJECT,
        /** An array, which becomes {@code {"items":[…]}}. */
        LIST,
        /** Any other JSON, which becomes {@code {"value":…}}. */
        VALUE
    }
}
