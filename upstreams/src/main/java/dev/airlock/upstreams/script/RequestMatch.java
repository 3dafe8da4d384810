package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The requests that a rule answers: those that meet every part that is present.
 *
 * @param method the method, exactly
 * @param host the host, with or without a port
 * @param path the raw path, exactly, without the query
 * @param bodyContains text that occurs in the body
 */
public record RequestMatch(
        Optional<String> method, Optional<HostPattern> host, Optional<String> path, Optional<String> bodyContains) {
    /** Matches every request. */
    public static final RequestMatch ANY =
            new RequestMatch(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns whether a request with this method, host, port and path meets every part but the body's. */
    public boolean matchesHead(String method, String hostName, int port, String path) {
        return differences(method, hostName, port, path).isEmpty();
    }

    /** Returns the names of the parts that a request with this method, host, port and path does not meet. */
    public List<String> differences(String method, String hostName, int port, String path) {
        List<String> different = new ArrayList<>();
        if (!this.method.map(method::equals).orElse(true)) {
            different.add("method");
        }
        if (!matchesHost(hostName, port)) {
            different.add("host");
        }
        if (!this.path.map(path::equals).orElse(true)) {
            different.add("path");
        }
        return different;
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
                        method,
                        host.map(HostPattern::toString),
                        path,
                        bodyContains.map(part -> "body contains \"" + PrintableText.text(part) + "\""))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" "));
        return text.isEmpty() ? "any request" : text;
    }
}
