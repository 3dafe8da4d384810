package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.toml.PrintableText;
import dev.airlock.upstreams.wire.WireRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Keeps the latest requests and the first notes, both within bounds. */
final class RequestLog {
    private static final int MAX_REQUESTS = 10_000;
    private static final long MAX_BODY_BYTES = 64L << 20;
    private static final int MAX_LINES = 100;

    /** The requests by number, because an earlier request may be answered and kept later. */
    private final SortedMap<Long, RecordedRequest> requests = new TreeMap<>();

    private final List<String> unmatched = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private long count;
    private long bodyBytes;

    /** Records a request that a rule answers, with the effect of its answer. */
    RuleAnswer request(
            WireRequest request, Body body, OptionalInt rule, Function<RecordedRequest, RuleAnswer> answers) {
        RecordedRequest arrived = numbered(request, body, rule);
        RuleAnswer answer = answers.apply(arrived);
        keep(answer.effect() ? arrived.withEffect() : arrived);
        return answer;
    }

    /** Records a request that no rule answers. */
    void unanswered(WireRequest request, Body body) {
        keep(numbered(request, body, OptionalInt.empty()));
    }

    private synchronized RecordedRequest numbered(WireRequest request, Body body, OptionalInt rule) {
        count++;
        return new RecordedRequest(
                count,
                request.protocol(),
                request.tls() ? "https" : "http",
                request.method(),
                request.header("host").orElse(""),
                request.target(),
                request.headers(),
                body,
                rule,
                false);
    }

    private synchronized void keep(RecordedRequest recorded) {
        bodyBytes += recorded.body().size();
        requests.put(recorded.number(), recorded);
        while (requests.size() > 1 && (requests.size() > MAX_REQUESTS || bodyBytes > MAX_BODY_BYTES)) {
            bodyBytes -= removeFirst().body().size();
        }
    }

    private RecordedRequest removeFirst() {
        return Objects.requireNonNull(requests.remove(requests.firstKey()));
    }

    synchronized void unmatched(String line) {
        keep(unmatched, line);
    }

    synchronized void note(String line) {
        keep(notes, PrintableText.text(line));
    }

    synchronized List<RecordedRequest> requests() {
        return List.copyOf(requests.values());
    }

    synchronized UpstreamReport report(List<String> unusedRules) {
        return new UpstreamReport(count, count - requests.size(), unmatched, unusedRules, notes);
    }

    private static void keep(List<String> lines, String line) {
        if (lines.size() < MAX_LINES) {
            lines.add(line);
        }
    }
}
