package dev.airlock.upstreams.script;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A response as the script writes it.
 *
 * @param status the status, 200 to 599
 * @param headers values by name, in the order and spelling of the script
 * @param body the body, perhaps empty
 */
public record ScriptedResponse(int status, Map<String, List<String>> headers, Body body) {
    /** Copies the headers and keeps their order. */
    public ScriptedResponse {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        headers = Collections.unmodifiableMap(copy);
    }
}
