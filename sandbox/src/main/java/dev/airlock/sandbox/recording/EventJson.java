package dev.airlock.sandbox.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
        if (event.question() instanceof Question.Http) {
            json.set("seen", ExchangeJson.write(event.observed()));
        }
        return json;
    }

    /** Returns the host function that asks such a question. */
    public static String name(Question question) {
        if (question instanceof Question.Time) {
            return "clock_time_get";
        }
        if (question instanceof Question.RandomBytes) {
            return "random_get";
        }
        if (question instanceof Question.Sleep) {
            return "poll_oneoff";
        }
        if (question instanceof Question.Log) {
            return "log";
        }
        if (question instanceof Question.State state) {
            return stateName(state.use());
        }
        return "http_request";
    }

    private static String stateName(Question.StateUse use) {
        return use == Question.StateUse.ONCE ? "once" : "state_" + Fields.word(use);
    }

    private static void writeQuestion(ObjectNode json, Question question) {
        if (question instanceof Question.Time time) {
            json.put("clock", Fields.word(time.clock()));
        } else if (question instanceof Question.RandomBytes random) {
            json.put("count", random.count());
        } else if (question instanceof Question.Sleep sleep) {
            json.put("nanos", sleep.nanos());
        } else if (question instanceof Question.Log log) {
            json.put("level", log.level()).put("message", log.message());
        } else if (question instanceof Question.Http http) {
            Fields.put(json, "request", http.request());
        } else if (question instanceof Question.State state) {
            Fields.put(json, "key", state.key());
            state.value().ifPresent(value -> Fields.put(json, "value", value));
            json.put("ttl_ms", state.ttlMillis());
        }
    }

    private static void writeAnswer(ObjectNode json, Answer answer) {
        if (answer instanceof Answer.Whole number) {
            json.put(ANSWER, number.value());
        } else if (answer instanceof Answer.Bytes bytes) {
            bytes.value().ifPresent(value -> Fields.put(json, "bytes", value));
        } else if (answer instanceof Answer.Http http) {
            json.set(ANSWER, write(http));
        } else if (answer instanceof Answer.Ended ended) {
            json.set("ended", EndingJson.write(ended.ending()));
        }
    }

    private static ObjectNode write(Answer.Http http) {
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
        Question question = question(json);
        return new HostEvent(
                json.count("fuel"),
                json.count("us"),
                question,
                answer(json, question),
                question instanceof Question.Http ? ExchangeJson.read(json.object("seen")) : Observed.NOTHING);
    }

    private static Question question(Fields json) throws BadRecordingException {
        String call = json.text("call");
        return switch (call) {
            case "clock_time_get" -> new Question.Time(json.word("clock", Question.Clock.class));
            case "random_get" -> new Question.RandomBytes(json.small("count", 0, MOST_RANDOM));
            case "poll_oneoff" -> new Question.Sleep(json.number("nanos"));
            case "log" -> new Question.Log(json.text("level"), json.text("message"));
            case "http_request" -> new Question.Http(json.octets("request"));
            default -> state(call, json);
        };
    }

    private static Question state(String call, Fields json) throws BadRecordingException {
        for (Question.StateUse use : Question.StateUse.values()) {
            if (stateName(use).equals(call)) {
                Optional<Octets> value =
                        use == Question.StateUse.PUT ? Optional.of(json.octets("value")) : Optional.empty();
                return new Question.State(use, json.octets("key"), value, json.number("ttl_ms"));
            }
        }
        throw new BadRecordingException("has a call of a function that Airlock does not record");
    }

    private static Answer answer(Fields json, Question question) throws BadRecordingException {
        if (json.has("ended")) {
            return new Answer.Ended(EndingJson.read(json.object("ended")));
        }
        if (question instanceof Question.Http) {
            return http(json.object(ANSWER));
        }
        if (question instanceof Question.RandomBytes random) {
            Octets bytes = json.octets("bytes");
            if (bytes.size() != random.count()) {
                throw new BadRecordingException("has a different number of random bytes than the call asked for");
            }
            return new Answer.Bytes(Optional.of(bytes));
        }
        if (question instanceof Question.State state) {
            return switch (state.use()) {
                case GET ->
                    new Answer.Bytes(json.hasOctets("bytes") ? Optional.of(json.octets("bytes")) : Optional.empty());
                case ONCE -> new Answer.Whole(json.small(ANSWER, 0, 2));
                case PUT, DELETE -> new Answer.Done();
            };
        }
        return question instanceof Question.Time ? new Answer.Whole(json.number(ANSWER)) : new Answer.Done();
    }

    private static Answer.Http http(Fields json) throws BadRecordingException {
        Optional<Answer.Response> response = json.has("status") ? Optional.of(response(json)) : Optional.empty();
        Optional<Octets> error =
                json.hasOctets("last_error") ? Optional.of(json.octets("last_error")) : Optional.empty();
        return new Answer.Http(json.small("code", -2, 0), response, error);
    }

    private static Answer.Response response(Fields json) throws BadRecordingException {
        List<Answer.Header> headers = new ArrayList<>();
        for (JsonNode one : json.list("headers")) {
            if (one.size() != 2 || !one.path(0).isTextual() || !one.path(1).isTextual()) {
                throw new BadRecordingException("has a header that is not a name and a value");
            }
            headers.add(new Answer.Header(one.get(0).textValue(), one.get(1).textValue()));
        }
        return new Answer.Response(json.small("status", 100, 999), headers, json.octets("body"));
    }
}
