package dev.airlock.runtime.recovery;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import java.time.Duration;
import java.util.Optional;

/** The failure of a call whose time ran out. It names the source of the limit: the caller or the connector. */
final class TimeUp {
    private TimeUp() {}

    /**
     * @param usedMillis how long the call has taken so far, in milliseconds
     * @param before the call's waits before the limit
     */
    static Failure of(RecoveryCall call, AuditId id, long usedMillis, BeforeLimit before) {
        Duration limit = call.target().wallTime();
        Optional<RecoveryCall.Within> callers =
                call.within().filter(within -> within.left().compareTo(limit) < 0);
        return callers.map(within -> Failure.callersTimeUp(
                        id, within.given(), within.passed().plusMillis(usedMillis), before))
                .orElseGet(() -> Failure.resourceLimitExceeded(
                        id, LimitName.WALL_TIME, limit.toMillis(), Math.max(limit.toMillis(), usedMillis), before));
    }
}
