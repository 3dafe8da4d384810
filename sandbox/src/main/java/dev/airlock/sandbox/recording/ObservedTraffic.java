package dev.airlock.sandbox.recording;

import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import java.util.List;

/**
 * The host's observations of the world while it answered one question, against which a failure is checked later.
 *
 * @param exchanges the exchanges that ended meanwhile, in order
 * @param started the number of exchanges that began
 * @param bytesIn bytes of bodies that came
 * @param bytesOut bytes of bodies that went out
 * @param sent whether anything went out
 */
public record ObservedTraffic(List<Exchange> exchanges, long started, long bytesIn, long bytesOut, boolean sent) {
    /** No observation. */
    public static final ObservedTraffic NOTHING = new ObservedTraffic(List.of(), 0, 0, 0, false);

    /** Copies the list. */
    public ObservedTraffic {
        exchanges = List.copyOf(exchanges);
    }

    /** Returns all observations of a call so far. */
    static ObservedTraffic by(CallScope scope) {
        return new ObservedTraffic(
                scope.evidence().all(),
                scope.traffic().exchanges(),
                scope.traffic().bytesIn(),
                scope.traffic().bytesOut(),
                scope.evidence().requestSent());
    }

    /** Returns the observations since an earlier time. */
    ObservedTraffic since(ObservedTraffic before) {
        return new ObservedTraffic(
                exchanges.subList(before.exchanges.size(), exchanges.size()),
                started - before.started,
                bytesIn - before.bytesIn,
                bytesOut - before.bytesOut,
                sent && !before.sent);
    }

    /** Replays these observations into another call. */
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
