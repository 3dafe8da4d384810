package dev.airlock.sandbox.recording.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.ObservedTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes events as JSON objects, and reads them, as {@code src/abi/recording.schema.json} describes them. */
public final class EventJson {
    private static final String ANSWER = "answer";
    private static final int MOST_RANDOM = 1 << 20;

    private EventJson() {}

    /** Returns an event as one object. */
    public static ObjectNode write(HostEvent event) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("fuel", event.fuel()).put("us", event.micros()).put("call", name(event.question()));
        writeQuestion(json, event.question());
        writeAnswer(json, event.answer());
        if (event.question() instanceof HostQuery.Http) {
            json.set("seen", ExchangeJson.write(event.observed()));
        }
        return json;
    }

    /** Returns the host function that asks such a question. */
    public static String name(HostQuery question) {
        if (question instanceof HostQuery.Time) {
            return "clock_time_get";
        }
        if (question instanceof HostQuery.RandomBytes) {
            return "random_get";
        }
        if (question instanceof HostQuery.Sleep) {
            return "poll_oneoff";
        }
        if (question instanceof HostQuery.Log) {
            return "log";
        }
        if (question instanceof HostQuery.State state) {
            return stateName(state.use());
        }
        return "http_request";
    }

    private static String stateName(HostQuery.StateUse use) {
        return use == HostQuery.StateUse.ONCE ? "once" : "state_" + Fields.word(use);
    }

    private static void writeQuestion(ObjectNode json, HostQuery question) {
        if (question instanceof HostQuery.Time time) {
            json.put("clock", Fields.word(time.clock()));
        } else if (question instanceof HostQuery.RandomBytes random) {
            json.put("count", random.count());
        } else if (question instanceof HostQuery.Sleep sleep) {
            json.put("nanos", sleep.nanos());
        } else if (question instanceof HostQuery.Log log) {
            json.put("level", log.level()).put("message", log.message());
        } else if (question instanceof HostQuery.Http http) {
            Fields.put(json, "request", http.request());
        } else if (question instanceof HostQuery.State state) {
            Fields.put(json, "key", state.key());
            state.value().ifPresent(value -> Fields.put(json, "value", value));
            json.put("ttl_ms", state.ttlMillis());
        }
    }

    private static void writeAnswer(ObjectNode json, HostAnswer answer) {
        if (answer instanceof HostAnswer.Whole number) {
            json.put(ANSWER, number.value());
        } else if (answer instanceof HostAnswer.Bytes bytes) {
            bytes.value().ifPresent(value -> Fields.put(json, "bytes", value));
        } else if (answer instanceof HostAnswer.Http http) {
            json.set(ANSWER, write(http));
        } else if (answer instanceof HostAnswer.Ended ended) {
            json.set("ended", TerminationJson.write(ended.termination()));
        }
    }

    private static ObjectNode write(HostAnswer.Http http) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("code", http.code());
        http.response().ifPresent(response -> {
            json.put("status", response.status());
            ArrayNode headers = json.putArray("headers");
            response.headers()
                    .forEach(header -> headers.addArray().add(header.name()).add(header.value()));
            Fields.put(json, "body", response.body());
        });
        http.lastError().ifPresent(error -> Fields.put(json, "last_error", error));
        return json;
    }

    /**
     * Reads an event.
     *
     * @throws BadRecordingException if the object is not an event
     */
    public static HostEvent read(JsonNode node) throws BadRecordingException {
        Fields json = new Fields(node);
        HostQuery question = question(json);
        return new HostEvent(
                json.count("fuel"),
                json.count("us"),
                question,
                answer(json, question),
                question instanceof HostQuery.Http ? ExchangeJson.read(json.object("seen")) : ObservedTraffic.NOTHING);
    }

    private static HostQuery question(Fields json) throws BadRecordingException {
        String call = json.text("call");
        return switch (call) {
            case "clock_time_get" -> new HostQuery.Time(json.word("clock", HostQuery.Clock.class));
            case "random_get" -> new HostQuery.RandomBytes(json.small("count", 0, MOST_RANDOM));
            case "poll_oneoff" -> new HostQuery.Sleep(json.number("nanos"));
            case "log" -> new HostQuery.Log(json.text("level"), json.text("message"));
            case "http_request" -> new HostQuery.Http(json.octets("request"));
            default -> state(call, json);
        };
    }

    private static HostQuery state(String call, Fields json) throws BadRecordingException {
        for (HostQuery.StateUse use : HostQuery.StateUse.values()) {
            if (stateName(use).equals(call)) {
                Optional<ByteString> value =
                        use == HostQuery.StateUse.PUT ? Optional.of(json.octets("value")) : Optional.empty();
                return new HostQuery.State(use, json.octets("key"), value, json.number("ttl_ms"));
            }
        }
        throw new BadRecordingException("has a call of a function that Airlock does not record");
    }

    private static HostAnswer answer(Fields json, HostQuery question) throws BadRecordingException {
        if (json.has("ended")) {
            return new HostAnswer.Ended(TerminationJson.read(json.object("ended")));
        }
        if (question instanceof HostQuery.Http) {
            return http(json.object(ANSWER));
        }
        if (question instanceof HostQuery.RandomBytes random) {
            ByteString bytes = json.octets("bytes");
            if (bytes.size() != random.count()) {
                throw new BadRecordingException("has a different number of random bytes than the call asked for");
            }
            return new HostAnswer.Bytes(Optional.of(bytes));
        }
        if (question instanceof HostQuery.State state) {
            return switch (state.use()) {
                case GET ->
                    new HostAnswer.Bytes(
                            json.hasOctets("bytes") ? Optional.of(json.octets("bytes")) : Optional.empty());
                case ONCE -> new HostAnswer.Whole(json.small(ANSWER, 0, 2));
                case PUT, DELETE -> new HostAnswer.Done();
            };
        }
        return question instanceof HostQuery.Time ? new HostAnswer.Whole(json.number(ANSWER)) : new HostAnswer.Done();
    }

    private static HostAnswer.Http http(Fields json) throws BadRecordingException {
        Optional<HostAnswer.Response> response = json.has("status") ? Optional.of(response(json)) : Optional.empty();
        Optional<ByteString> error =
                json.hasOctets("last_error") ? Optional.of(json.octets("last_error")) : Optional.empty();
        return new HostAnswer.Http(json.small("code", -2, 0), response, error);
    }

    private static HostAnswer.Response response(Fields json) throws BadRecordingException {
        List<HostAnswer.Header> headers = new ArrayList<>();
        for (JsonNode one : json.list("headers")) {
            if (one.size() != 2 || !one.path(0).isTextual() || !one.path(1).isTextual()) {
                throw new BadRecordingException("has a header that is not a name and a value");
            }
            headers.add(new HostAnswer.Header(one.get(0).textValue(), one.get(1).textValue()));
        }
        return new HostAnswer.Response(json.small("status", 100, 999), headers, json.octets("body"));
    }
}
