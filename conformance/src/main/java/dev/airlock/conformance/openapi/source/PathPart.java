package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.openapi.model.ApiParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a URL: a text that is always the same, or the place of a parameter.
 *
 * @param text the text; empty at the place of a parameter
 * @param parameter the parameter
 */
record PathPart(String text, Optional<ApiParameter> parameter) {
    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");

    /** Returns the URL of an operation without its query. */
    static List<PathPart> of(ApiOperation operation) {
        List<PathPart> parts = new ArrayList<>();
        String url = operation.server() + operation.path();
        Matcher matcher = PLACE.matcher(url);
        int end = 0;
        while (matcher.find()) {
            if (matcher.start() > end) {
                parts.add(new PathPart(url.substring(end, matcher.start()), Optional.empty()));
            }
            String name = matcher.group(1);
            parts.add(new PathPart(
                    "",
                    operation.parameters().stream()
                            .filter(parameter -> parameter.name().equals(name))
                            .findFirst()));
            end = matcher.end();
        }
        if (end < url.length()) {
            parts.add(new PathPart(url.substring(end), Optional.empty()));
        }
        return parts;
    }
}
