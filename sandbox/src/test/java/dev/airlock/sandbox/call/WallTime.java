package dev.airlock.sandbox.call;

import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WallTimeIn;
import java.util.Optional;

/** The termination of a call at its deadline, without any record of its place: in Airlock. */
public final class WallTime {
    private WallTime() {}

    /** Returns it with its amounts in milliseconds. */
    public static Termination.LimitReached reached(long configured, long used) {
        return new Termination.LimitReached(
                LimitName.WALL_TIME,
                configured,
                used,
                new BeforeLimit(Optional.of(WallTimeIn.HOST), Optional.empty(), Optional.empty()));
    }
}
