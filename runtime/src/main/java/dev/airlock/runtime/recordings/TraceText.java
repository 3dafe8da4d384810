package dev.airlock.runtime.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.recording.ByteString;
import dev.airlock.sandbox.recording.Divergence;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.json.EventJson;
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
    public static String whole(HostQuery question) {
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
    private static String question(HostQuery question) {
        if (question instanceof HostQuery.Time time) {
            return time.clock().name().toLowerCase(Locale.ROOT);
        }
        if (question instanceof HostQuery.RandomBytes random) {
            return random.count() + " bytes";
        }
        if (question instanceof HostQuery.Sleep sleep) {
            return "waits " + sleep.nanos() / 1_000_000 + " ms";
        }
        if (question instanceof HostQuery.Log log) {
            return log.level() + ": " + log.message();
        }
        if (question instanceof HostQuery.State state) {
            return "key " + ForeignText.quote(ForeignText.clean(state.key().text()));
        }
        return request(((HostQuery.Http) question).request());
    }

    /** Returns the method and the URL without its query, which the recording has in full. */
    private static String request(ByteString text) {
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
        HostAnswer answer = event.answer();
        if (answer instanceof HostAnswer.Ended ended) {
            return " → the host ended the call: "
                    + ended.termination()
                            .getClass()
                            .getSimpleName()
                            .replaceAll("(?<=.)([A-Z])", " $1")
                            .toLowerCase(Locale.ROOT);
        }
        if (answer instanceof HostAnswer.Whole number) {
            return " → " + number.value();
        }
        if (answer instanceof HostAnswer.Http http) {
            return " → "
                    + http.response()
                            .map(response ->
                                    response.status() + ", " + response.body().size() + " bytes")
                            .orElseGet(
                                    () -> http.lastError().map(ByteString::text).orElse("failed"))
                    + took(event);
        }
        if (answer instanceof HostAnswer.Bytes bytes && event.question() instanceof HostQuery.State) {
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
