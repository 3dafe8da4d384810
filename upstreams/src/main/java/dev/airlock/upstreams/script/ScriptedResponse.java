package dev.airlock.upstreams.script;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A response as written in the script.
 *
 * @param status the status, 200 to 599
 * @param headers values by name, in the order and spelling of the script
 * @param body the body, perhaps empty
 */
public record ScriptedResponse(int status, Map<String, List<String>> headers, Body body) {
    private static final Set<String> SET_BY_THE_UPSTREAM = Set.of(
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "upgrade",
            "trailer",
            "te");

    /** Copies the headers and keeps their order. */
    public ScriptedResponse {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        headers = Collections.unmodifiableMap(copy);
    }

    /** Returns whether the upstream itself sets a header of that name, in any letter case, so that a script must not. */
    public static boolean isSetByTheUpstream(String name) {
        return SET_BY_THE_UPSTREAM.contains(name.toLowerCase(Locale.ROOT));
    }
}
