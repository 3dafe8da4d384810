package dev.airlock.conformance.scenarios.expectation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import dev.airlock.conformance.scenarios.expectation.Expectation.AtPath;

/** Finds values by JSON Path. */
public final class PathValues {
    private static final Configuration PATHS = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider())
            .mappingProvider(new JacksonMappingProvider())
            .build();

    private PathValues() {}

    /**
     * Returns the value at the path, or the value that a function in the path computes.
     *
     * @throws com.jayway.jsonpath.PathNotFoundException if nothing is at the path
     * @throws com.jayway.jsonpath.JsonPathException if the path does not fit the value
     */
    public static JsonNode find(AtPath path, JsonNode whole) {
        Object found = path.compiled().read(whole, PATHS);
        if (found instanceof JsonNode node) {
            return node;
        }
        if (found instanceof Integer number) {
            return JsonNodeFactory.instance.numberNode(number.longValue());
        }
        if (found instanceof Long number) {
            return JsonNodeFactory.instance.numberNode(number);
        }
        return found instanceof Double number
                ? JsonNodeFactory.instance.numberNode(number)
                : JsonNodeFactory.instance.textNode(String.valueOf(found));
    }
}
