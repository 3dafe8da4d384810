package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.NearestName;
import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.toml.ScriptSection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads the {@code match} of an exchange. */
final class MatchParser {
    private static final List<String> KEYS = List.of("method", "host", "path", "query", "headers", "body_contains");
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private final Optional<Fault> fault;

    MatchParser(Optional<Fault> fault) {
        this.fault = fault;
    }

    RequestMatch parse(ScriptSection exchange) {
        return exchange.section("match", "{ path = \"/\" }").map(this::match).orElse(RequestMatch.ANY);
    }

    private RequestMatch match(ScriptSection section) {
        section.expectOnly(KEYS);
        fault.filter(broken -> broken.stage().isBeforeRequest()).ifPresent(broken -> hostOnly(section, broken));
        return new RequestMatch(
                section.text("method").filter(method -> isMethod(section, method)),
                section.text("host").flatMap(host -> host(section, host)),
                section.text("path").filter(path -> isPath(section, path)),
                named(section, "query", "{ page = \"2\" }", name -> name),
                named(section, "headers", "{ Accept = \"application/json\" }", name -> name.toLowerCase(Locale.ROOT)),
                section.text("body_contains").filter(part -> isPart(section, part)));
    }

    private static void hostOnly(ScriptSection section, Fault broken) {
        for (String key : KEYS) {
            if (!key.equals("host") && section.has(key)) {
                section.problem(
                        key,
                        "fault \"" + broken.code() + "\" happens before there is a request, so \"" + key
                                + "\" cannot be matched",
                        "match on \"host\" only");
            }
        }
    }

    /** Returns the values of a table by their names, in the form in which names are compared. */
    private static Map<String, String> named(
            ScriptSection section, String key, String example, UnaryOperator<String> form) {
        Map<String, String> values = new LinkedHashMap<>();
        section.section(key, example)
                .ifPresent(table -> table.keys()
                        .forEach(name -> table.text(name).ifPresent(value -> values.put(form.apply(name), value))));
        return values;
    }

    private static boolean isMethod(ScriptSection section, String method) {
        boolean known = METHODS.contains(method);
        if (!known) {
            section.problem(
                    "method",
                    "unknown method \"" + PrintableText.text(method) + "\"",
                    NearestName.to(method, METHODS)
                            .map(near -> "the nearest known method is \"" + near + "\"")
                            .orElse("known methods are " + String.join(", ", METHODS)));
        }
        return known;
    }

    private static Optional<HostPattern> host(ScriptSection section, String text) {
        Optional<HostPattern> host = HostPattern.parse(text);
        if (host.isEmpty()) {
            section.problem(
                    "host",
                    "\"" + PrintableText.text(text) + "\" is not a host",
                    "write \"name:port\" as the manifest does, without a scheme or path, such as \"slack.com:443\"");
        }
        return host;
    }

    private static boolean isPath(ScriptSection section, String path) {
        if (!path.startsWith("/")) {
            section.problem(
                    "path",
                    "\"" + PrintableText.text(path) + "\" does not start with a slash",
                    "write it as \"/api/items\"");
            return false;
        }
        if (path.indexOf('?') >= 0 || path.indexOf('#') >= 0) {
            section.problem(
                    "path",
                    "\"path\" holds a query or a fragment",
                    "leave it out, and match the query with query = { name = \"value\" }");
            return false;
        }
        return true;
    }

    private static boolean isPart(ScriptSection section, String part) {
        if (part.isEmpty()) {
            section.problem(
                    "body_contains", "\"body_contains\" is empty", "write the text to look for, or leave it out");
        }
        return !part.isEmpty();
    }
}
