package dev.airlock.conformance.conversion;

import dev.airlock.conformance.scenarios.expectation.TomlText;
import dev.airlock.upstreams.script.Fault;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes exchanges as rules of a script that answer once each. */
final class ExchangeToml {
    private static final int PART = 60;

    private final List<ConvertedExchange> exchanges;
    private final StringBuilder out = new StringBuilder();

    private ExchangeToml(List<ConvertedExchange> exchanges) {
        this.exchanges = exchanges;
    }

    static String of(List<ConvertedExchange> exchanges) {
        ExchangeToml toml = new ExchangeToml(exchanges);
        exchanges.forEach(toml::rule);
        return toml.out.toString();
    }

    private void rule(ConvertedExchange exchange) {
        out.append("[[exchange]]\n");
        line("match  ", "{ " + String.join(", ", match(exchange)) + " }");
        exchange.answer().fault().ifPresent(fault -> line("fault  ", TomlText.string(fault.code())));
        exchange.answer().location().ifPresent(location -> line("location", TomlText.string(location)));
        respond(exchange.answer()).ifPresent(respond -> line("respond", "{ " + respond + " }"));
        line("times  ", "1");
        out.append('\n');
    }

    private List<String> match(ConvertedExchange exchange) {
        List<String> parts = new ArrayList<>();
        ConvertedExchange.Request request = exchange.request();
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

    /** Returns a part of the body that distinguishes it from the bodies of similar requests. */
    private Optional<String> part(ConvertedExchange exchange) {
        List<String> others = exchanges.stream()
                .map(ConvertedExchange::request)
                .filter(exchange.request()::hasSameHead)
                .map(ConvertedExchange.Request::body)
                .flatMap(Optional::stream)
                .filter(body -> !body.equals(exchange.request().body().orElse(body)))
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : exchange.request().body().filter(body -> !body.isEmpty()).map(body -> part(body, others));
    }

    /** Returns the first word that differs, or else a longer part, or else the whole body. */
    private static String part(String body, List<String> others) {
        int start = others.stream()
                .mapToInt(other -> commonStart(body, other))
                .max()
                .orElse(0);
        int from = wordStart(body, start);
        return Stream.of(wordEnd(body, start), Math.min(body.length(), start + PART))
                .map(to -> body.substring(from, wholeCharacter(body, to)))
                .filter(part -> !part.isEmpty() && others.stream().noneMatch(other -> other.contains(part)))
                .findFirst()
                .orElse(body);
    }

    private static int commonStart(String one, String other) {
        int i = 0;
        while (i < Math.min(one.length(), other.length()) && one.charAt(i) == other.charAt(i)) {
            i++;
        }
        return i;
    }

    private static int wordStart(String text, int at) {
        int from = at;
        while (from > Math.max(0, at - PART) && isInWord(text, from - 1)) {
            from--;
        }
        return from > 0 && from < text.length() && Character.isLowSurrogate(text.charAt(from)) ? from - 1 : from;
    }

    private static int wordEnd(String text, int at) {
        int to = at;
        while (to < Math.min(text.length(), at + PART) && isInWord(text, to)) {
            to++;
        }
        return to;
    }

    private static boolean isInWord(String text, int at) {
        return " \"&=\n".indexOf(text.charAt(at)) < 0;
    }

    /** Returns that index, or the next one that is not in the middle of a character. */
    private static int wholeCharacter(String text, int at) {
        return at < text.length() && Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }

    private static Optional<String> respond(ConvertedExchange.Reply reply) {
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
                            : "body_base64 = '"
                                    + Base64.getEncoder()
                                            .encodeToString(reply.body().bytes()) + "'");
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
