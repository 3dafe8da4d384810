package dev.airlock.sandbox.call;

import dev.airlock.failures.BeforeLimit;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.WallTimeIn;
import java.util.Optional;

/** The termination of a call at its deadline, without any record of its place: in Airlock. */
public final class WallTime {
    private WallTime() {}

    /** Returns it with its amounts in milliseconds. */
    public static Ending.LimitReached reached(long configured, long used) {
        return new Ending.LimitReached(
                LimitName.WALL_TIME,
                configured,
                used,
                new BeforeLimit(Optional.of(WallTimeIn.HOST), Optional.empty(), Optional.empty()));
    }
}
