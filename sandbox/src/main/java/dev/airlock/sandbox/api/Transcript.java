package dev.airlock.sandbox.api;

import dev.airlock.sandbox.call.GuestFrame;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.List;
import java.util.Map;

/**
 * The logs and other traces of a call.
 *
 * @param logs what the connector logged, in order
 * @param stderr what was kept of standard error, in the connector's raw words
 * @param exchanges the HTTP exchanges that ended, in order
 * @param refusedSystemCalls WASI calls that reached for a file or a socket, each with its count
 * @param trapped the functions that ran when the guest trapped, innermost first; the module finds their
 *     {@linkplain dev.airlock.sandbox.metering.TrapSites places}
 */
public record Transcript(
        List<LogLine> logs,
        String stderr,
        List<Exchange> exchanges,
        Map<String, Integer> refusedSystemCalls,
        List<GuestFrame> trapped) {
    /** The transcript of a call in which nothing happened. */
    public static final Transcript EMPTY = new Transcript(List.of(), "", List.of(), Map.of());

    public Transcript {
        trapped = List.copyOf(trapped);
        logs = List.copyOf(logs);
        exchanges = List.copyOf(exchanges);
        refusedSystemCalls = Map.copyOf(refusedSystemCalls);
    }

    /** A transcript of a call that did not trap. */
    public Transcript(
            List<LogLine> logs, String stderr, List<Exchange> exchanges, Map<String, Integer> refusedSystemCalls) {
        this(logs, stderr, exchanges, refusedSystemCalls, List.of());
    }
}
