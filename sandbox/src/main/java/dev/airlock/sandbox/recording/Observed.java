package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Exchange;
import java.util.List;

/**
 * What the host saw of the world while it answered one question, which a failure is held against later.
 *
 * @param exchanges the exchanges that ended meanwhile, in order
 * @param started how many were begun
 * @param bytesIn bytes of bodies that came
 * @param bytesOut bytes of bodies that went out
 * @param sent whether anything went out
 */
public record Observed(List<Exchange> exchanges, long started, long bytesIn, long bytesOut, boolean sent) {
    /** Nothing was seen. */
    public static final Observed NOTHING = new Observed(List.of(), 0, 0, 0, false);

    /** Copies the list. */
    public Observed {
        exchanges = List.copyOf(exchanges);
    }

    /** All that a call has seen so far. */
    static Observed by(CallScope scope) {
        return new Observed(
                scope.evidence().all(),
                scope.traffic().exchanges(),
                scope.traffic().bytesIn(),
                scope.traffic().bytesOut(),
                scope.evidence().requestSent());
    }

    /** What came to it since. */
    Observed since(Observed before) {
        return new Observed(
                exchanges.subList(before.exchanges.size(), exchanges.size()),
                started - before.started,
                bytesIn - before.bytesIn,
                bytesOut - before.bytesOut,
                sent && !before.sent);
    }

    /** Has another call have seen the same. */
    void replayIn(CallScope scope) {
        if (sent) {
            scope.evidence().requestGoesOut();
        }
        exchanges.forEach(scope.evidence()::add);
        for (long i = 0; i < started; i++) {
            scope.traffic().countExchange();
        }
        scope.traffic().countIn(bytesIn);
        scope.traffic().countOut(bytesOut);
    }
}
