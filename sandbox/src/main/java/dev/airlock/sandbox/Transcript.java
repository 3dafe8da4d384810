package dev.airlock.sandbox;

import dev.airlock.sandbox.call.Exchange;
import java.util.List;
import java.util.Map;

/**
 * What a call left behind beside its outcome.
 *
 * @param logs what the connector logged, in order
 * @param stderr what was kept of standard error; the connector's raw words
 * @param exchanges the HTTP exchanges that ended, in order
 * @param refusedSystemCalls WASI calls that reached for a file or a socket, with how often
 */
public record Transcript(
        List<LogLine> logs, String stderr, List<Exchange> exchanges, Map<String, Integer> refusedSystemCalls) {
    /** Nothing happened. */
    public static final Transcript EMPTY = new Transcript(List.of(), "", List.of(), Map.of());

    public Transcript {
        logs = List.copyOf(logs);
        exchanges = List.copyOf(exchanges);
        refusedSystemCalls = Map.copyOf(refusedSystemCalls);
    }
}
