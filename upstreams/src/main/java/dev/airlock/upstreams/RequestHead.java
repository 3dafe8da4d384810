package dev.airlock.upstreams;

import dev.airlock.upstreams.script.HostPattern;
import dev.airlock.upstreams.script.RequestMatch;
import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.wire.WireRequest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * The parts of a request that rules compare, apart from its body.
 *
 * @param method the method
 * @param host the host's name, canonical; empty if the request names none
 * @param port the port, the scheme's own if the request names none
 * @param path the raw path without the query
 * @param url the URL without the query, safe to show
 */
record RequestHead(String method, String host, int port, String path, String url) {
    /** @param scrub removes the script's credentials from a text, because a path in a report must not hold them */
    static RequestHead of(WireRequest request, UnaryOperator<String> scrub) {
        String authority = request.header("host").orElse("");
        Optional<HostPattern> host = HostPattern.parse(authority);
        String path = path(request.target());
        return new RequestHead(
                request.method(),
                host.map(HostPattern::name).orElse(""),
                host.map(HostPattern::port).orElse(OptionalInt.empty()).orElse(request.tls() ? 443 : 80),
                path,
                PrintableText.text((request.tls() ? "https://" : "http://") + authority + scrub.apply(path)));
    }

    List<String> differences(RequestMatch match) {
        return match.differences(method, host, port, path);
    }

    private static String path(String target) {
        String lower = target.toLowerCase(Locale.ROOT);
        int authority = lower.startsWith("http://") ? 7 : lower.startsWith("https://") ? 8 : 0;
        int start = authority == 0 ? 0 : target.indexOf('/', authority);
        String path = start < 0 ? "/" : target.substring(start);
        int query = path.indexOf('?');
        return query < 0 ? path : path.substring(0, query);
    }
}
