package dev.airlock.upstreams.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The head of a request as it arrived.
 *
 * @param protocol {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2}
 * @param tls whether it came over TLS
 * @param method the method
 * @param target the request target, raw
 * @param headers values by lower-case name, in order of arrival; HTTP/2's {@code :authority} is {@code host} here
 */
public record WireRequest(
        String protocol, boolean tls, String method, String target, Map<String, List<String>> headers) {
    /** Copies the headers and keeps their order. */
    public WireRequest {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        headers.forEach((name, values) -> copy.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
        headers = Collections.unmodifiableMap(copy);
    }

    /** Returns the first value of a header. */
    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName)).map(values -> values.get(0));
    }
}
