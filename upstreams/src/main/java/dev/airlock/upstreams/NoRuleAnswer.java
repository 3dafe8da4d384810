package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.wire.WireExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The answer to a request that no rule answers: status 599, and a body with the request and a bounded number of the nearest rules. */
final class NoRuleAnswer {
    static final int STATUS = 599;

    private static final int MOST_RULES = 20;

    private static final Map<String, List<String>> HEADERS =
            Map.of("content-type", List.of("application/json"), "x-should-retry", List.of("false"));

    private final String message;
    private final List<String> rules;

    NoRuleAnswer(String script, RequestHead head, Body body, List<Rule> rules) {
        this.message = "no rule of " + script + " answers " + head.method() + " " + head.url();
        this.rules = nearest(rules, head, body);
    }

    private static List<String> nearest(List<Rule> rules, RequestHead head, Body body) {
        List<String> nearest = rules.stream()
                .sorted(Comparator.comparingInt(rule -> distance(rule, head, body)))
                .limit(MOST_RULES)
                .map(rule -> PrintableText.text(rule.exchange().describe()) + " [" + why(rule, head, body) + "]")
                .collect(Collectors.toCollection(ArrayList::new));
        if (rules.size() > MOST_RULES) {
            nearest.add("and " + (rules.size() - MOST_RULES) + " more");
        }
        return nearest;
    }

    /** Returns the request on one line. */
    String message() {
        return message;
    }

    void send(WireExchange exchange) throws IOException {
        String json = "{\"error\":" + quoted(message) + ",\"rules\":"
                + rules.stream().map(NoRuleAnswer::quoted).collect(Collectors.joining(",", "[", "]")) + "}";
        exchange.respond(STATUS, HEADERS, json.getBytes(StandardCharsets.UTF_8));
    }

    private static String why(Rule rule, RequestHead head, Body body) {
        if (!rule.answersRequests()) {
            return "applies to connections";
        }
        List<String> different = differences(rule, head, body);
        return different.isEmpty()
                ? "used up"
                : String.join(", ", different) + (different.size() == 1 ? " differs" : " differ");
    }

    /** Returns the number of parts that differ; a rule for connections comes last. */
    private static int distance(Rule rule, RequestHead head, Body body) {
        return rule.answersRequests() ? differences(rule, head, body).size() : Integer.MAX_VALUE;
    }

    private static List<String> differences(Rule rule, RequestHead head, Body body) {
        List<String> different =
                new ArrayList<>(head.differences(rule.exchange().match()));
        if (!rule.exchange().match().matchesBody(body)) {
            different.add("body");
        }
        return different;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character == '"' || character == '\\') {
                quoted.append('\\').append(character);
            } else if (character < ' ') {
                quoted.append(String.format("\\u%04x", (int) character));
            } else {
                quoted.append(character);
            }
        }
        return quoted.append('"').toString();
    }
}
