package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.ForeignText;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.sandbox.call.Exchange;
import dev.airlock.sandbox.recording.Answer;
import dev.airlock.sandbox.recording.Divergence;
import dev.airlock.sandbox.recording.EventJson;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Octets;
import dev.airlock.sandbox.recording.Question;
import dev.airlock.sandbox.recording.Recording;
import java.util.List;
import java.util.Locale;

/** The questions of a connector and their answers, one line each, in order of time. */
public final class TraceText {
    private TraceText() {}

    /** Returns one line for each event: the time, the fuel used by then, the question, the answer. */
    public static List<String> of(Recording recording) {
        return recording.events().stream().map(TraceText::line).toList();
    }

    /** Describes a divergence from a recording in words. */
    public static String of(Divergence left) {
        String recorded = left.recorded()
                .map(event -> "the recording has " + whole(event.question()))
                .orElse("the recording ended");
        return ForeignText.clean(String.format(
                Locale.ROOT,
                "left the recording at event %d, after %,d of fuel: it asked %s, and %s",
                left.event(),
                left.fuel(),
                whole(left.asked()),
                recorded));
    }

    /** Describes a question with its host function. */
    public static String whole(Question question) {
        return EventJson.name(question) + " (" + question(question) + ")";
    }

    private static String line(HostEvent event) {
        return String.format(
                Locale.ROOT,
                "%10.3f ms  %,14d  %-14s  %s",
                event.micros() / 1000.0,
                event.fuel(),
                EventJson.name(event.question()),
                ForeignText.clean(question(event.question()) + answer(event)));
    }

    /** Describes a question briefly. */
    private static String question(Question question) {
        if (question instanceof Question.Time time) {
            return time.clock().name().toLowerCase(Locale.ROOT);
        }
        if (question instanceof Question.RandomBytes random) {
            return random.count() + " bytes";
        }
        if (question instanceof Question.Sleep sleep) {
            return "waits " + sleep.nanos() / 1_000_000 + " ms";
        }
        if (question instanceof Question.Log log) {
            return log.level() + ": " + log.message();
        }
        if (question instanceof Question.State state) {
            return "key " + ForeignText.quote(ForeignText.clean(state.key().text()));
        }
        return request(((Question.Http) question).request());
    }

    /** Returns the method and the URL without its query, which the recording has in full. */
    private static String request(Octets text) {
        try {
            JsonNode json = StrictJson.read(text.bytes());
            String url = json.path("url").asText();
            int query = url.indexOf('?');
            String method = json.path("method").asText("GET");
            return method + " " + (query < 0 ? url : url.substring(0, query) + "?…");
        } catch (MalformedJsonException e) {
            return "not JSON";
        }
    }

    private static String answer(HostEvent event) {
        Answer answer = event.answer();
        if (answer instanceof Answer.Ended ended) {
            return " → the host ended the call: "
                    + ended.ending()
                            .getClass()
                            .getSimpleName()
                            .replaceAll("(?<=.)([A-Z])", " $1")
                            .toLowerCase(Locale.ROOT);
        }
        if (answer instanceof Answer.Whole number) {
            return " → " + number.value();
        }
        if (answer instanceof Answer.Http http) {
            return " → "
                    + http.response()
                            .map(response ->
                                    response.status() + ", " + response.body().size() + " bytes")
                            .orElseGet(() -> http.lastError().map(Octets::text).orElse("failed"))
                    + took(event);
        }
        if (answer instanceof Answer.Bytes bytes && event.question() instanceof Question.State) {
            return " → " + bytes.value().map(value -> value.size() + " bytes").orElse("nothing");
        }
        return "";
    }

    private static String took(HostEvent event) {
        long millis = event.observed().exchanges().stream()
                .map(Exchange::delivery)
                .mapToLong(Exchange.Delivery::millis)
                .sum();
        return event.observed().exchanges().isEmpty() ? "" : " in " + millis + " ms";
    }
}
