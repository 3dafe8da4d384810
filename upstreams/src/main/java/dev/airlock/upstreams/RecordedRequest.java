package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.toml.PrintableText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request that reached the upstream.
 *
 * @param number its place among all requests, from 1
 * @param protocol {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2}
 * @param scheme {@code http} or {@code https}
 * @param method the method
 * @param host the Host header or HTTP/2's {@code :authority}, as sent; empty if there was none
 * @param target path and query, raw
 * @param headers values by lower-case name, in order of arrival
 * @param body the body; empty if the connection was reset before it was read
 * @param rule the number of the rule that answered; empty if none did
 * @param effect whether the upstream carried out the request, whatever the client saw of it
 */
public record RecordedRequest(
        long number,
        String protocol,
        String scheme,
        String method,
        String host,
        String target,
        Map<String, List<String>> headers,
        Body body,
        OptionalInt rule,
        boolean effect) {
    /** Returns the path, raw, without the query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Returns the query, raw, without its question mark. */
    public Optional<String> query() {
        int query = target.indexOf('?');
        return query < 0 ? Optional.empty() : Optional.of(target.substring(query + 1));
    }

    /** Returns the first value of a header. */
    public Optional<String> header(String lowerCaseName) {
        return Optional.ofNullable(headers.get(lowerCaseName)).map(values -> values.get(0));
    }

    /** Returns this request as one that the upstream carried out. */
    RecordedRequest withEffect() {
        return new RecordedRequest(number, protocol, scheme, method, host, target, headers, body, rule, true);
    }

    /** Returns method, URL without query, rule and effect, none of which may hold a secret. */
    @Override
    public String toString() {
        String answered = rule.isPresent() ? "rule " + rule.getAsInt() : "no rule";
        return "#" + number + " " + PrintableText.text(method + " " + scheme + "://" + host + path()) + " (" + answered
                + (effect ? ", effect)" : ", no effect)");
    }
}
