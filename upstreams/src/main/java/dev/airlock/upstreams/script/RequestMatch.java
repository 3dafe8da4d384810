package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The requests that a rule answers: those that meet every part that is present.
 *
 * @param method the method, exactly
 * @param host the host, with or without a port
 * @param path the raw path, exactly, without the query
 * @param query parameters of the query with one of their values each, decoded
 * @param headers headers by lower-case name, with one of their values each
 * @param bodyContains text that occurs in the body
 */
public record RequestMatch(
        Optional<String> method,
        Optional<HostPattern> host,
        Optional<String> path,
        Map<String, String> query,
        Map<String, String> headers,
        Optional<String> bodyContains) {
    /** Matches every request. */
    public static final RequestMatch ANY =
            new RequestMatch(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Copies the maps, in the order of their names. */
    public RequestMatch {
        query = Collections.unmodifiableMap(new TreeMap<>(query));
        headers = Collections.unmodifiableMap(new TreeMap<>(headers));
    }

    /** A match that looks at neither query nor headers. */
    public RequestMatch(
            Optional<String> method, Optional<HostPattern> host, Optional<String> path, Optional<String> bodyContains) {
        this(method, host, path, Map.of(), Map.of(), bodyContains);
    }

    /**
     * The parts of a request that matches compare, apart from its body.
     *
     * @param host the host's name, canonical; empty if the request names none
     * @param path the raw path without the query
     * @param query the values of each parameter, decoded
     * @param headers the values of each header, by lower-case name
     */
    public record Head(
            String method,
            String host,
            int port,
            String path,
            Map<String, List<String>> query,
            Map<String, List<String>> headers) {}

    /** Returns the names of the parts that a request does not meet. */
    public List<String> differences(Head head) {
        List<String> different = new ArrayList<>();
        if (!method.map(head.method()::equals).orElse(true)) {
            different.add("method");
        }
        if (!matchesHost(head.host(), head.port())) {
            different.add("host");
        }
        if (!path.map(head.path()::equals).orElse(true)) {
            different.add("path");
        }
        unmet(query, head.query()).forEach(name -> different.add("query " + name));
        unmet(headers, head.headers()).forEach(name -> different.add("header " + name));
        return different;
    }

    private static Stream<String> unmet(Map<String, String> wanted, Map<String, List<String>> given) {
        return wanted.entrySet().stream()
                .filter(one -> !given.getOrDefault(one.getKey(), List.of()).contains(one.getValue()))
                .map(Map.Entry::getKey);
    }

    /** Returns whether a request with this body meets the body part. */
    public boolean matchesBody(Body body) {
        return bodyContains.map(body::contains).orElse(true);
    }

    /** Returns whether this host and port meet the host part. */
    public boolean matchesHost(String hostName, int port) {
        return host.map(pattern -> pattern.matches(hostName, port)).orElse(true);
    }

    /** Returns the match in one line. */
    String describe() {
        String text = Stream.of(
                        method.stream(),
                        host.stream().map(HostPattern::toString),
                        path.stream(),
                        described("query", "=", query),
                        described("header", ": ", headers),
                        bodyContains.stream().map(part -> "body contains \"" + PrintableText.text(part) + "\""))
                .flatMap(parts -> parts)
                .collect(Collectors.joining(" "));
        return text.isEmpty() ? "any request" : text;
    }

    private static Stream<String> described(String kind, String between, Map<String, String> parts) {
        return parts.entrySet().stream()
                .map(part -> kind + " \"" + PrintableText.text(part.getKey() + between + part.getValue()) + "\"");
    }
}
