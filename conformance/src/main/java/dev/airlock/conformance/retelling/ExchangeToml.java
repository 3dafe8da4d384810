package dev.airlock.conformance.retelling;

import dev.airlock.conformance.scenarios.TomlText;
import dev.airlock.upstreams.script.Fault;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes exchanges as rules of a script, each of which answers once. */
final class ExchangeToml {
    private static final int PART = 60;

    private final List<RetoldExchange> exchanges;
    private final StringBuilder out = new StringBuilder();

    private ExchangeToml(List<RetoldExchange> exchanges) {
        this.exchanges = exchanges;
    }

    static String of(List<RetoldExchange> exchanges) {
        ExchangeToml toml = new ExchangeToml(exchanges);
        exchanges.forEach(toml::rule);
        return toml.out.toString();
    }

    private void rule(RetoldExchange exchange) {
        out.append("[[exchange]]\n");
        line("match  ", "{ " + String.join(", ", match(exchange)) + " }");
        exchange.answer().fault().ifPresent(fault -> line("fault  ", TomlText.string(fault.code())));
        exchange.answer().location().ifPresent(location -> line("location", TomlText.string(location)));
        respond(exchange.answer()).ifPresent(respond -> line("respond", "{ " + respond + " }"));
        line("times  ", "1");
        out.append('\n');
    }

    private List<String> match(RetoldExchange exchange) {
        List<String> parts = new ArrayList<>();
        RetoldExchange.Request request = exchange.request();
        if (!exchange.isBeforeRequest()) {
            parts.add("method = " + TomlText.string(request.method()));
        }
        parts.add("host = " + TomlText.string(request.host()));
        if (!exchange.isBeforeRequest()) {
            request.path().ifPresent(path -> parts.add("path = " + TomlText.string(path)));
            part(exchange).ifPresent(part -> parts.add("body_contains = " + TomlText.string(part)));
        }
        return parts;
    }

    /** A part of the body by which it is told from those of other requests that are alike. */
    private Optional<String> part(RetoldExchange exchange) {
        List<String> others = exchanges.stream()
                .map(RetoldExchange::request)
                .filter(exchange.request()::hasSameHead)
                .map(RetoldExchange.Request::body)
                .flatMap(Optional::stream)
                .filter(body -> !body.equals(exchange.request().body().orElse(body)))
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : exchange.request().body().filter(body -> !body.isEmpty()).map(body -> part(body, others));
    }

    private static String part(String body, List<String> others) {
        int start = others.stream().mapToInt(other -> commonStart(body, other)).max().orElse(0);
        int from = wordStart(body, start);
        int to = Math.min(body.length(), start + PART);
        if (to < body.length() && Character.isLowSurrogate(body.charAt(to))) {
            to++;
        }
        String part = body.substring(from, to);
        return part.isEmpty() || others.stream().anyMatch(other -> other.contains(part)) ? body : part;
    }

    private static int commonStart(String one, String other) {
        int i = 0;
        while (i < Math.min(one.length(), other.length()) && one.charAt(i) == other.charAt(i)) {
            i++;
        }
        return i;
    }

    /** The start of what stands between quotation marks or blanks there, if it is near. */
    private static int wordStart(String text, int at) {
        int from = at;
        while (from > Math.max(0, at - PART) && " \"&=\n".indexOf(text.charAt(from - 1)) < 0) {
            from--;
        }
        return from > 0 && from < text.length() && Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
    }

    private static Optional<String> respond(RetoldExchange.Reply reply) {
        if (reply.fault().filter(fault -> fault != Fault.REDIRECT).isPresent()) {
            return Optional.empty();
        }
        List<String> parts = new ArrayList<>();
        parts.add("status = " + reply.status());
        if (!reply.headers().isEmpty()) {
            parts.add(reply.headers().entrySet().stream()
                    .map(ExchangeToml::header)
                    .collect(Collectors.joining(", ", "headers = { ", " }")));
        }
        if (!reply.body().text().isEmpty()) {
            parts.add(
                    reply.body().isUtf8()
                            ? "body = " + TomlText.text(reply.body().text())
                            : "body_base64 = '" + Base64.getEncoder().encodeToString(reply.body().bytes()) + "'");
        }
        return Optional.of(String.join(", ", parts));
    }

    private static String header(Map.Entry<String, List<String>> header) {
        String values = header.getValue().stream().map(TomlText::string).collect(Collectors.joining(", "));
        return TomlText.key(header.getKey()) + " = " + (header.getValue().size() == 1 ? values : "[" + values + "]");
    }

    private void line(String key, String value) {
        out.append(key).append(" = ").append(value).append('\n');
    }
}
