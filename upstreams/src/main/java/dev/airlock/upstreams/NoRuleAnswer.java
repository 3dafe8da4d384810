package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.wire.WireExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The answer to a request that no rule answers: status 599, and in the body what was asked and which rules there are. */
final class NoRuleAnswer {
    static final int STATUS = 599;

    private static final Map<String, List<String>> HEADERS =
            Map.of("content-type", List.of("application/json"), "x-should-retry", List.of("false"));

    private final String message;
    private final List<String> rules;

    NoRuleAnswer(String script, RequestHead head, Body body, List<Rule> rules) {
        this.message = "no rule of " + script + " answers " + head.method() + " " + head.url();
        this.rules = rules.stream()
                .map(rule -> rule.exchange().describe() + " [" + why(rule, head, body) + "]")
                .toList();
    }

    /** What was asked, in one line. */
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
        List<String> different =
                new ArrayList<>(head.differences(rule.exchange().match()));
        if (!rule.exchange().match().matchesBody(body)) {
            different.add("body");
        }
        return different.isEmpty()
                ? "used up"
                : String.join(", ", different) + (different.size() == 1 ? " differs" : " differ");
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
