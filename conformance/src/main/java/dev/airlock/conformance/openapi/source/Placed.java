package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiParameter;
import dev.airlock.conformance.openapi.model.ApiParameter.Place;
import java.util.List;

/** Parameters of an operation by their places. */
final class Placed {
    private Placed() {}

    /** Returns the parameters at a place. */
    static List<ApiParameter> at(ApiOperation operation, Place place) {
        return operation.parameters().stream()
                .filter(parameter -> parameter.place() == place)
                .toList();
    }

    /** Returns the texts in the path, which are escaped from the arguments as they came. */
    static List<ApiParameter> segments(ApiOperation operation) {
        return at(operation, Place.PATH).stream()
                .filter(parameter -> ValueType.of(parameter) == ValueType.TEXT)
                .toList();
    }

    /** Returns whether anything needs the typed arguments. */
    static boolean needsArgs(ApiOperation operation) {
        return operation.parameters().size() > segments(operation).size();
    }
}
