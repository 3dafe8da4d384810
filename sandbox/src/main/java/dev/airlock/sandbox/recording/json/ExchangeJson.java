package dev.airlock.sandbox.recording.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.recording.ObservedTraffic;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Writes the host's observations as JSON, and reads them. */
final class ExchangeJson {
    /** An open circuit contains the exchange for which it opened, which is never another open circuit. */
    private static final int DEEPEST = 2;

    private ExchangeJson() {}

    static ObjectNode write(ObservedTraffic observed) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode exchanges = json.putArray("exchanges");
        observed.exchanges().forEach(exchange -> exchanges.add(write(exchange)));
        return json.put("started", observed.started())
                .put("bytes_in", observed.bytesIn())
                .put("bytes_out", observed.bytesOut())
                .put("sent", observed.sent());
    }

    static ObservedTraffic read(Fields json) throws BadRecordingException {
        List<Exchange> exchanges = new ArrayList<>();
        for (JsonNode one : json.list("exchanges")) {
            exchanges.add(exchange(new Fields(one)));
        }
        return new ObservedTraffic(
                exchanges,
                json.small("started", 0, 100_000),
                json.count("bytes_in"),
                json.count("bytes_out"),
                json.flag("sent"));
    }

    private static ObjectNode write(Exchange exchange) {
        Exchange.RequestLine line = exchange.request();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("method", line.method())
                .put("scheme", Fields.word(line.scheme()))
                .put("host", line.host())
                .put("target", line.target())
                .put("number", exchange.number())
                .put("hop", exchange.hop());
        exchange.binding().ifPresent(binding -> json.put("binding", binding));
        json.set("delivery", write(exchange.delivery()));
        json.set("result", write(exchange.result()));
        return json;
    }

    private static Exchange exchange(Fields json) throws BadRecordingException {
        return new Exchange(
                new Exchange.RequestLine(
                        json.text("method"),
                        json.word("scheme", UrlScheme.class),
                        json.text("host"),
                        json.text("target")),
                json.small("number", 0, Integer.MAX_VALUE),
                json.small("hop", 0, Integer.MAX_VALUE),
                json.textIfThere("binding"),
                delivery(json.object("delivery")),
                result(json.object("result"), 1));
    }

    private static ObjectNode write(Exchange.Delivery delivery) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("sent", delivery.sent());
        ArrayNode places = json.putArray("key_in");
        delivery.keyIn().stream().sorted().map(Fields::word).forEach(places::add);
        json.put("key_header", delivery.keyHeader());
        delivery.address().ifPresent(address -> json.put("address", address));
        return json.put("bytes_out", delivery.bytesOut())
                .put("bytes_in", delivery.bytesIn())
                .put("started_ms", delivery.startedMillis())
                .put("ms", delivery.millis());
    }

    private static Exchange.Delivery delivery(Fields json) throws BadRecordingException {
        Set<Exchange.KeyPlace> places = EnumSet.noneOf(Exchange.KeyPlace.class);
        for (JsonNode one : json.list("key_in")) {
            ObjectNode place = JsonNodeFactory.instance.objectNode().set("place", one);
            places.add(new Fields(place).word("place", Exchange.KeyPlace.class));
        }
        return new Exchange.Delivery(
                json.flag("sent"),
                places,
                json.flag("key_header"),
                json.textIfThere("address"),
                json.count("bytes_out"),
                json.count("bytes_in"),
                json.count("started_ms"),
                json.count("ms"));
    }

    private static ObjectNode write(Exchange.Result result) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        return result.match(
                answered -> json.put("status", answered.status())
                        .put("retry_after", answered.retryAfter())
                        .put("should_retry", answered.shouldRetry()),
                broken -> json.put("broken", Fields.word(broken.kind())).put("message", broken.message()),
                () -> json.put("broken_off", true),
                open -> {
                    json.set("circuit_open", write(open.last()));
                    return json.put("retry_at", open.retryAt().toString());
                });
    }

    private static Exchange.Result result(Fields json, int depth) throws BadRecordingException {
        if (json.has("status")) {
            return new Exchange.Answered(
                    json.small("status", 100, 999), json.text("retry_after"), json.text("should_retry"));
        }
        if (json.has("broken")) {
            return new Exchange.Broken(json.word("broken", NetworkFailureKind.class), json.text("message"));
        }
        if (json.has("broken_off")) {
            return brokenOff(json);
        }
        if (depth >= DEEPEST) {
            throw new BadRecordingException("has a circuit in a circuit");
        }
        return new Exchange.CircuitOpen(result(json.object("circuit_open"), depth + 1), instant(json));
    }

    private static Exchange.Result brokenOff(Fields json) throws BadRecordingException {
        if (!json.flag("broken_off")) {
            throw new BadRecordingException("has an exchange that is both cut off and complete");
        }
        return new Exchange.BrokenOff();
    }

    private static Instant instant(Fields json) throws BadRecordingException {
        try {
            return Instant.parse(json.text("retry_at"));
        } catch (DateTimeException e) {
            throw new BadRecordingException("has a field retry_at that is not a time");
        }
    }
}
