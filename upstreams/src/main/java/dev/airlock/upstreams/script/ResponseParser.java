package dev.airlock.upstreams.script;

import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.toml.ScriptSection;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the {@code respond} and the {@code location} of an exchange. */
final class ResponseParser {
    static final ScriptedResponse EMPTY = new ScriptedResponse(200, Map.of(), Body.EMPTY);

    private static final String EXAMPLE = "{ status = 200, body = 'ok' }";
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Set<Integer> WITHOUT_BODY = Set.of(204, 205, 304);
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final Optional<Fault> fault;
    private final ScriptSection exchange;

    ResponseParser(Optional<Fault> fault, ScriptSection exchange) {
        this.fault = fault;
        this.exchange = exchange;
    }

    /** Returns the exchange's response, if it has one; for a redirect, with its location. */
    Optional<ScriptedResponse> parse() {
        Optional<ScriptedResponse> response =
                exchange.section("respond", EXAMPLE).map(this::response);
        fault.filter(broken -> !broken.responds() && exchange.has("respond"))
                .ifPresent(broken -> exchange.problem(
                        "respond",
                        "fault \"" + broken.code() + "\" sends no response",
                        "leave \"respond\" out, or leave \"fault\" out to answer in full"));
        Optional<String> location = location();
        return location.isPresent() ? location.map(target -> redirect(target, response)) : response;
    }

    private Optional<String> location() {
        boolean redirect = fault.filter(Fault.REDIRECT::equals).isPresent();
        Optional<String> location = exchange.text("location");
        if (redirect && !exchange.has("location")) {
            exchange.problem("fault", "fault \"redirect\" has no \"location\"", "add location = \"https://host/path\"");
        }
        if (!redirect && exchange.has("location")) {
            exchange.problem(
                    "location",
                    "only fault \"redirect\" has a \"location\"",
                    "add fault = \"redirect\", or leave it out");
        }
        return location.filter(target -> redirect && isHeaderValue(exchange, "location", target));
    }

    private ScriptedResponse redirect(String target, Optional<ScriptedResponse> written) {
        ScriptedResponse base = written.orElse(new ScriptedResponse(302, Map.of(), Body.EMPTY));
        if (!REDIRECTS.contains(base.status())) {
            exchange.problem(
                    "respond", "status " + base.status() + " is not a redirect", "use 301, 302, 303, 307 or 308");
        }
        Map<String, List<String>> headers = new LinkedHashMap<>(base.headers());
        headers.put("Location", List.of(target));
        return new ScriptedResponse(base.status(), headers, base.body());
    }

    private ScriptedResponse response(ScriptSection section) {
        section.expectOnly(List.of("status", "headers", "body", "body_base64"));
        int status = status(section);
        Body body = body(section);
        if (WITHOUT_BODY.contains(status) && body.size() > 0) {
            section.problem("body", "a " + status + " has no body", "leave it out, or use another status");
        }
        Map<String, List<String>> headers = section.section("headers", "{ Content-Type = \"text/plain\" }")
                .map(ResponseParser::headers)
                .orElse(Map.of());
        return new ScriptedResponse(status, headers, body);
    }

    private int status(ScriptSection section) {
        OptionalLong status = section.integer("status", "200");
        int usual = fault.filter(Fault.REDIRECT::equals).isPresent() ? 302 : 200;
        if (status.isPresent() && (status.getAsLong() < 200 || status.getAsLong() > 599)) {
            section.problem("status", "status " + status.getAsLong() + " is not a final status", "use 200 to 599");
            return usual;
        }
        return (int) status.orElse(usual);
    }

    private static Body body(ScriptSection section) {
        if (section.has("body") && section.has("body_base64")) {
            section.problem("body_base64", "there are both \"body\" and \"body_base64\"", "keep one of them");
        }
        Optional<Body> binary = section.text("body_base64").map(text -> decode(section, text));
        return binary.or(() -> section.text("body").map(Body::of)).orElse(Body.EMPTY);
    }

    private static Body decode(ScriptSection section, String text) {
        try {
            return Body.of(Base64.getDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            section.problem("body_base64", "\"body_base64\" is not base64", "use A-Z a-z 0-9 + / and = at the end");
            return Body.EMPTY;
        }
    }

    private static Map<String, List<String>> headers(ScriptSection section) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : section.keys()) {
            if (!TOKEN.matcher(name).matches()) {
                section.problem(
                        name,
                        "\"" + PrintableText.text(name) + "\" is not a header name",
                        "use letters, digits and hyphens");
            } else if (ScriptedResponse.isSetByTheUpstream(name)) {
                section.problem(name, "the upstream itself sets \"" + name + "\"", "leave it out");
            }
            section.texts(name)
                    .filter(values -> values.stream().allMatch(value -> isHeaderValue(section, name, value)))
                    .ifPresent(values -> headers.put(name, values));
        }
        return headers;
    }

    private static boolean isHeaderValue(ScriptSection section, String key, String value) {
        boolean clean = value.chars().noneMatch(character -> character != '\t' && Character.isISOControl(character));
        if (!clean) {
            section.problem(key, "\"" + PrintableText.text(key) + "\" holds a control character", "remove it");
        }
        return clean;
    }
}
