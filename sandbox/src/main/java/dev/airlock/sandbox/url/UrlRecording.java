package dev.airlock.sandbox.url;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How much of a URL the evidence keeps beside scheme, host and port. Known secrets are always removed. Default:
 * {@code QUERY_NAMES}.
 */
public enum UrlRecording {
    /** Nothing: a path can contain a token, as those of webhooks do. */
    HOST_ONLY,
    /** The path. */
    PATH,
    /** The path and the names in the query, without their values. */
    QUERY_NAMES,
    /** Path and query. */
    WHOLE;

    private static final String LEFT_OUT = "…";
    /** Before and after the separators of parameters at all servers ({@code &}), and at some ({@code ;}). */
    private static final Pattern BETWEEN = Pattern.compile("(?<=[&;])|(?=[&;])");

    /** Returns the part of a URL's path and query that is kept. */
    public String of(TargetUrl url) {
        String whole = url.pathAndQuery();
        int question = whole.indexOf('?');
        String path = question < 0 ? whole : whole.substring(0, question);
        return switch (this) {
            case HOST_ONLY -> "/" + LEFT_OUT;
            case PATH -> question < 0 ? path : path + "?" + LEFT_OUT;
            case QUERY_NAMES -> question < 0 ? path : path + "?" + names(whole.substring(question + 1));
            case WHOLE -> whole;
        };
    }

    private static String names(String query) {
        return Arrays.stream(BETWEEN.split(query, -1))
                .map(UrlRecording::withoutValue)
                .collect(Collectors.joining());
    }

    /** A parameter without an equals sign is a value as well as a name. */
    private static String withoutValue(String part) {
        if (part.equals("&") || part.equals(";")) {
            return part;
        }
        int equals = part.indexOf('=');
        return equals < 0 ? (part.isEmpty() ? "" : LEFT_OUT) : part.substring(0, equals + 1) + LEFT_OUT;
    }
}
