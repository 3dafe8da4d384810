package dev.airlock.runtime.actions;

import dev.airlock.sandbox.LogLine;
import dev.airlock.sandbox.Outcome;
import dev.airlock.sandbox.Transcript;
import dev.airlock.sandbox.Usage;
import dev.airlock.sandbox.call.Exchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What the steps of one run used and left behind, together. Confined to it. */
final class Totals {
    private final List<LogLine> logs = new ArrayList<>();
    private final StringBuilder stderr = new StringBuilder();
    private final List<Exchange> exchanges = new ArrayList<>();
    private final Map<String, Integer> refused = new HashMap<>();
    private Usage usage = Usage.none(0);

    /** A connector was made ready, which took so long. */
    void loaded(long millis) {
        usage = sum(usage, Usage.none(millis), usage.loadMillis() + millis);
    }

    /** A step's call ended. */
    void add(Outcome outcome) {
        usage = sum(usage, outcome.usage(), usage.loadMillis());
        Transcript transcript = outcome.transcript();
        logs.addAll(transcript.logs());
        stderr.append(transcript.stderr());
        exchanges.addAll(transcript.exchanges());
        transcript.refusedSystemCalls().forEach((name, count) -> refused.merge(name, count, Integer::sum));
    }

    Usage usage() {
        return usage;
    }

    Transcript transcript() {
        return new Transcript(logs, stderr.toString(), exchanges, refused);
    }

    private static Usage sum(Usage a, Usage b, long loadMillis) {
        OptionalLong guest = a.guestMillis().isPresent() && b.guestMillis().isPresent()
                ? OptionalLong.of(a.guestMillis().getAsLong() + b.guestMillis().getAsLong())
                : a.guestMillis().isPresent() ? a.guestMillis() : b.guestMillis();
        return new Usage(
                a.fuel() + b.fuel(),
                Math.max(a.memoryPeakBytes(), b.memoryPeakBytes()),
                a.wallMillis() + b.wallMillis(),
                guest,
                a.hostMillis() + b.hostMillis(),
                a.waitMillis() + b.waitMillis(),
                loadMillis,
                a.hostCalls() + b.hostCalls(),
                a.exchanges() + b.exchanges(),
                a.bytesIn() + b.bytesIn(),
                a.bytesOut() + b.bytesOut());
    }
}
