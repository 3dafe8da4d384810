package dev.airlock.upstreams;

import dev.airlock.upstreams.script.HostPattern;
import dev.airlock.upstreams.script.RequestMatch;
import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.wire.WireRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * The parts of a request that rules compare, apart from its body.
 *
 * @param method the method
 * @param url the URL without the query, safe to show
 * @param compared the parts
 */
record RequestHead(String method, String url, RequestMatch.Head compared) {
    /** @param scrub removes the script's credentials from a text, because a path in a report must not hold them */
    static RequestHead of(WireRequest request, UnaryOperator<String> scrub) {
        String authority = request.header("host").orElse("");
        Optional<HostPattern> host = HostPattern.parse(authority);
        String target = pathAndQuery(request.target());
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return new RequestHead(
                request.method(),
                PrintableText.text((request.tls() ? "https://" : "http://") + authority + scrub.apply(path)),
                new RequestMatch.Head(
                        request.method(),
                        host.map(HostPattern::name).orElse(""),
                        host.map(HostPattern::port).orElse(OptionalInt.empty()).orElse(request.tls() ? 443 : 80),
                        path,
                        query < 0 ? Map.of() : parameters(target.substring(query + 1)),
                        request.headers()));
    }

    List<String> differences(RequestMatch match) {
        return match.differences(compared);
    }

    private static String pathAndQuery(String target) {
        String lower = target.toLowerCase(Locale.ROOT);
        int authority = lower.startsWith("http://") ? 7 : lower.startsWith("https://") ? 8 : 0;
        int start = authority == 0 ? 0 : target.indexOf('/', authority);
        return start < 0 ? "/" : target.substring(start);
    }

    /** Returns the parameters of a query as forms write them (WHATWG URL, application/x-www-form-urlencoded). */
    private static Map<String, List<String>> parameters(String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String parameter : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
            String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
            parameters.computeIfAbsent(name, unseen -> new ArrayList<>()).add(value);
        }
        return parameters;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // a percent sign that begins no escape means itself
        }
    }
}
